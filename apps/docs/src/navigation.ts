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
    const [title = '', ...lines] = part.split('\n')
    const pages = new Map(lines.flatMap(indexedPage).map((indexed) => [indexed.page, indexed]))
    return { title, pages: [...pages.values()] }
  })
}

function indexedPage(line: string): IndexedPage[] {
  const [, title = '', file = '', about = ''] = row.exec(line) ?? link.exec(line) ?? []
  const page = pageOf(posix.join('docs', file))
  return page === undefined ? [] : [{ title, page, about: about.trim() }]
}
