import type { SnippetTab } from '../components/values/snippet.tsx'

/** The shortest call that shows that a key works. */
export function firstCall(publicUrl: string, key: string): readonly SnippetTab[] {
  const curl = `curl '${publicUrl}/api/v1/me' \\\n  -H 'Authorization: Bearer ${key}'`
  const sdk = [
    "import { Matterbase } from '@matterbase/sdk'",
    '',
    `const mb = new Matterbase({ baseUrl: '${publicUrl}/api/v1', apiKey: '${key}' })`,
    'console.log(await mb.me())',
  ].join('\n')
  return [
    { label: 'curl', code: curl },
    { label: 'SDK', code: sdk },
  ]
}
