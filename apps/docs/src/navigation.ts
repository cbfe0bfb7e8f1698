import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { pageOf } from './links.ts'

/** A page as the index names it. */
interface IndexedPage {
  readonly title: string
  /** Below the root of the site: `api/errors.md`. */
  readonly page: string
  /** The question that it answers. */
  readonly about: string
  /** The heading above its table, within its section. */
  readonly group?: string
}

export interface IndexSection {
  readonly title: string
  readonly pages: readonly IndexedPage[]
}

const link = /\[([^\]]+)\]\(([^)#\s]+\.md)\)/
const row = new RegExp(String.raw`^\| ${link.source} *\|(.*)\|$`)

/** The sections and pages of `docs/index.md`, which is the only list of them. */
export function readIndex(root: string): IndexSection[] {
  const [, ...parts] = readFileSync(`${root}docs/index.md`, 'utf8').split(/^## /m)
  return parts.map((part) => {
    const [section = '', ...groups] = part.split(/^### /m)
    const [title = ''] = section.split('\n', 1)
    const inGroups = groups.flatMap((group) => pagesOf(group, group.split('\n', 1)[0]))
    // The introduction can name a page that has its place and question in a table.
    const others = pagesOf(section).filter(({ page }) => inGroups.every((other) => other.page !== page))
    return { title, pages: [...new Map([...others, ...inGroups].map((indexed) => [indexed.page, indexed])).values()] }
  })
}

function pagesOf(markdown: string, group?: string): IndexedPage[] {
  return markdown.split('\n').flatMap((line) => {
    const [, title = '', file = '', about = ''] = row.exec(line) ?? link.exec(line) ?? []
    const page = pageOf(posix.join('docs', file))
    return page === undefined ? [] : [{ title, page, about: about.trim(), ...(group !== undefined && { group }) }]
  })
}
