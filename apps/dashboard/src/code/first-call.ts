import type { SnippetTab } from '../components/values/snippet.tsx'

const fromEnvironment = '$MATTERBASE_API_KEY'

/** The parts of a snippet that depend on the key. Without a key, the snippet reads it from the environment. */
function authenticationOf(key: string | undefined) {
  return key === undefined
    ? { header: `-H "Authorization: Bearer ${fromEnvironment}"`, option: '' }
    : { header: `-H 'Authorization: Bearer ${key}'`, option: `, apiKey: '${key}'` }
}

/** The shortest call that proves that a key works. */
export function firstCall(publicUrl: string, key?: string): readonly SnippetTab[] {
  const { header, option } = authenticationOf(key)
  const sdk = [
    "import { Matterbase } from '@matterbase/sdk'",
    '',
    `const mb = new Matterbase({ baseUrl: '${publicUrl}/api/v1'${option} })`,
    'console.log(await mb.me())',
  ]
  return [
    { label: 'curl', code: `curl '${publicUrl}/api/v1/me' \\\n  ${header}` },
    { label: 'SDK', code: sdk.join('\n') },
  ]
}

const externalId = 'crm-1042'
const title = 'Hale v. Northgate'

/** Upserts a matter. */
export function firstUpsert(publicUrl: string, key?: string): readonly SnippetTab[] {
  const { header, option } = authenticationOf(key)
  const curl = [
    `curl -X PUT '${publicUrl}/api/v1/matters'`,
    header,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({ external_id: externalId, title })}'`,
  ]
  const sdk = [
    "import { Matterbase } from '@matterbase/sdk'",
    '',
    `const mb = new Matterbase({ baseUrl: '${publicUrl}/api/v1'${option} })`,
    `const { data, created } = await mb.matters.upsert('${externalId}', { title: '${title}' })`,
    'console.log(created, data.id)',
  ]
  return [
    { label: 'curl', code: curl.join(' \\\n  ') },
    { label: 'SDK', code: sdk.join('\n') },
  ]
}
