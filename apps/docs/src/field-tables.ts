/** The part of a token of markdown-it that tables need. */
interface Token {
  readonly type: string
  readonly content: string
  attrSet(name: string, value: string): void
}

const firstHeadings = ['Field', 'Parameter']

/** Names the columns of field tables in their cells, because narrow screens show each row as a block without headings. */
export function labelFields(tokens: readonly Token[]): void {
  let headings: string[] = []
  let column = 0
  for (const [at, token] of tokens.entries()) {
    const content = tokens[at + 1]?.content ?? ''
    if (token.type === 'table_open') {
      headings = headingsOf(tokens.slice(at))
      if (headings.length > 0) token.attrSet('class', 'fields')
    }
    if (token.type === 'tr_open') column = 0
    if (token.type !== 'td_open') continue
    column += 1
    // The name, the type and the meaning explain themselves.
    const heading = headings[column - 1]
    if (heading !== undefined && column > 2 && column < headings.length && content !== '')
      token.attrSet('data-label', heading)
  }
}

/** The headings of a table of fields, or none. */
function headingsOf(tokens: readonly Token[]): string[] {
  const end = tokens.findIndex(({ type }) => type === 'thead_close')
  const headings = tokens.slice(0, end).flatMap(({ type, content }) => (type === 'inline' ? [content] : []))
  return firstHeadings.includes(headings[0] ?? '') ? headings : []
}
