import type { SnippetTab } from '../components/values/snippet.tsx'
import { environment } from '../environment.ts'
import { quoted } from './code-of-call.ts'

/** A command for the workspace in use, to be run in the server's project folder. */
export function codeOfCommand(
  name: string,
  account: { readonly email: string },
  options: Readonly<Record<string, string>>,
): readonly SnippetTab[] {
  const all = { account: account.email, ...(environment === 'test' && { environment }), ...options }
  const words = Object.entries(all).map(([option, value]) => `--${option} ${word(value)}`)
  return [{ label: 'CLI', code: ['npx pnpm@12 matterbase', name, ...words].join(' ') }]
}

const word = (text: string) => (/^[\w@.+-]+$/.test(text) ? text : quoted(text))
