import { readFileSync } from 'node:fs'
import { tools } from '../src/tools.ts'

export const toolsFile = new URL('../../../docs/sdk/mcp.md', import.meta.url)

/** The page about the server, with its table of tools as they are now. `pnpm format` has the last word on its layout. */
export function toolsPage(): string {
  const rows = tools.map(({ name, title, scopes }) => [
    `\`${name}\``,
    title,
    scopes.length > 0 ? scopes.map((scope) => `\`${scope}\``).join(' or ') : 'any',
  ])
  const lines = [['Tool', 'Description', 'Scope'], ['---', '---', '---'], ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  )
  return readFileSync(toolsFile, 'utf8').replace(
    /(<!-- tools: all -->)[^]*?(<!-- end -->)/,
    (_all, start: string, end: string) => `${start}\n\n${lines.join('\n')}\n\n${end}`,
  )
}
