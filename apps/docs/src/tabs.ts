/** The part of a token of markdown-it that tabs need. */
interface Token {
  type: string
  content: string
  info: string
}

/** A comment of this text makes tabs of the code blocks that follow it without a word in between. */
export const tabsComment = '<!-- tabs -->'

const labels: Readonly<Record<string, string>> = { sh: 'curl', js: 'JavaScript', python: 'Python', ts: 'SDK' }

const languageOf = (info: string) => info.split(' ', 1)[0] ?? ''

/** The tokens of a page with tabs. `create` makes a token of HTML. */
export function withTabs<T extends Token>(tokens: readonly T[], create: (html: string) => T): T[] {
  const result: T[] = []
  let groups = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if (tokens[at + 1]?.content !== tabsComment) {
      result.push(token)
      continue
    }
    const rest = tokens.slice(at + 3)
    const end = rest.findIndex(({ type, info }) => type !== 'fence' || !(languageOf(info) in labels))
    const blocks = end === -1 ? rest : rest.slice(0, end)
    const [first] = blocks
    if (first) first.info += ' active'
    result.push(
      create(`<div class="vp-code-group"><div class="tabs">${tabsOf(blocks, ++groups)}</div><div class="blocks">`),
    )
    result.push(...blocks, create('</div></div>'))
    at += 2 + blocks.length
  }
  return result
}

const tabsOf = (blocks: readonly Token[], group: number) =>
  blocks
    .map(({ info }, index) => {
      const label = labels[languageOf(info)] ?? info
      const id = `tab-${group}-${index + 1}`
      return `<input type="radio" name="tabs-${group}" id="${id}" value="${label}"${index === 0 ? ' checked' : ''}><label for="${id}">${label}</label>`
    })
    .join('')
