// Characters that are not valid in XML 1.0, even escaped.
const unwritable = /[[\p{Cc}\p{Noncharacter_Code_Point}]--[\t\n\r]]/gv

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(unwritable, '')
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')

/** An element with text. Undefined without text, because elements must not be empty. */
export function leaf(name: string, text: string | null, attributes = ''): string | undefined {
  const content = escapeXml(text ?? '').trim()
  return content === '' ? undefined : `<${name}${attributes && ` ${attributes}`}>${content}</${name}>`
}

type Child = string | null | undefined

/** An element with child elements. Undefined without children. */
export function branch(name: string, ...children: readonly (Child | readonly Child[])[]): string | undefined {
  const content = children.flat().filter((child) => typeof child === 'string' && child !== '')
  return content.length === 0 ? undefined : `<${name}>\n${indented(content.join('\n'))}\n</${name}>`
}

// Only what begins with an element: line breaks within text stay as they are.
const indented = (text: string) => text.replaceAll(/^(?= *<)/gm, '  ')
