import type { MarkdownEnv, MarkdownRenderer } from 'vitepress'
import { siteLink } from './links.ts'
import { labelFields } from './field-tables.ts'
import { tabsComment, withTabs } from './tabs.ts'

/** The anchors that GitHub gives to headings, so that a link works there and here. */
export const anchorOf = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

/** Reads the pages as GitHub does, so that Vue does not interpret their text. */
export function asOnGitHub(root: string) {
  return (md: MarkdownRenderer) => {
    md.core.ruler.before('normalize', 'without-comments', (state) => {
      state.src = state.src.replaceAll(/^<!--.*?-->$/gms, (comment) =>
        comment === tabsComment ? `\n${comment}\n` : '',
      )
    })
    md.core.ruler.push('tabs', (state) => {
      state.tokens = withTabs(state.tokens, (html) =>
        Object.assign(new state.Token('html_block', '', 0), { content: `${html}\n` }),
      )
    })
    md.core.ruler.push('labels-of-fields', ({ tokens }) => labelFields(tokens))
    md.core.ruler.push('links-of-the-site', ({ tokens, env }) => {
      const { realPath, path } = env as MarkdownEnv
      const file = (realPath ?? path).slice(root.length)
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href !== null) token.attrSet('href', siteLink(file, href))
      }
      for (const [at, token] of tokens.entries()) {
        if (token.type !== 'th_open' && token.type !== 'td_open') continue
        // The policy of the pages allows no styles in attributes.
        const [, side] = /text-align:(\w+)/.exec(token.attrGet('style') ?? '') ?? []
        if (side !== undefined) token.attrs = [['class', side]]
        // A heading without words is a cell.
        const [words, end] = tokens.slice(at + 1)
        if (words?.content === '') for (const one of [token, end]) if (one) one.tag = 'td'
      }
    })
    const { text } = md.renderer.rules
    md.renderer.rules['text'] = (...args) => (text?.(...args) ?? '').replaceAll('{{', '&lbrace;&lbrace;')
  }
}
