import { markup } from '../../../http/browser/html.ts'
import type { Html } from '../../../http/browser/html.ts'

/** The descriptions of the document: paragraphs and lists, with `code` and **strong** words. */
export function prose(text: string): Html[] {
  return text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((block) => {
      const lines = block.split('\n')
      if (!lines.every((line) => line.startsWith('- '))) return markup`<p>${inline(block)}</p>`
      return markup`<ul>${lines.map((line) => markup`<li>${inline(line.slice(2))}</li>`)}</ul>`
    })
}

/** The same for what stands within a line. */
export function inline(text: string): Html[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/s.test(part)) return code(part.slice(1, -1))
    if (/^\*\*.+\*\*$/s.test(part)) return markup`<strong>${part.slice(2, -2)}</strong>`
    return markup`${part}`
  })
}

export const code = (text: string) => markup`<code>${text}</code>`

/** Values as they are sent: texts without quotes, everything else as JSON. */
export const literal = (value: unknown) => code(typeof value === 'string' ? value : JSON.stringify(value))

/** JSON, indented. */
export const json = (value: unknown) => markup`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`

/** These, with something between them. */
export const joined = (parts: readonly Html[], between: string): Html[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [markup`${between}`, part]))
