import type { SnippetTab } from '../../components/values/snippet.tsx'

const external = 'crm-1042'
const title = 'Hale v. Northgate'

/** An upsert of a matter; `key` is a key, or `$MATTERBASE_API_KEY` to take it from the environment. */
export function matterCall(publicUrl: string, key: string): readonly SnippetTab[] {
  const isKnown = !key.startsWith('$')
  const header = isKnown ? `'Authorization: Bearer ${key}'` : `"Authorization: Bearer ${key}"`
  const options = isKnown ? `, apiKey: '${key}'` : ''
  const curl = [
    `curl -X PUT '${publicUrl}/api/v1/matters'`,
    `-H ${header}`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({ external_id: external, title })}'`,
  ].join(' \\\n  ')
  const sdk = [
    "import { Matterbase } from '@matterbase/sdk'",
    '',
    `const mb = new Matterbase({ baseUrl: '${publicUrl}/api/v1'${options} })`,
    `const { data, created } = await mb.matters.upsert('${external}', { title: '${title}' })`,
    'console.log(created, data.id)',
  ].join('\n')
  return [
    { label: 'curl', code: curl },
    { label: 'SDK', code: sdk },
  ]
}
