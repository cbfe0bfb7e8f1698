import type { DefaultTheme } from 'vitepress'
import type { IndexSection } from './navigation.ts'

const groupTitles: Readonly<Record<string, string>> = {
  api: 'API',
  'api/resources': 'Resources',
  webhooks: 'Webhooks',
  sdk: 'SDK',
  reference: 'Reference',
}

const folderOf = (page: string) => /^(?:api\/resources|[^/]+)/.exec(page)?.[0] ?? ''

/**
 * The sections of the index. A folder with a title is a group in its section. Sections and groups are closed, except
 * around the page that is read.
 */
export const sidebarOf = (index: readonly IndexSection[]): DefaultTheme.SidebarItem[] =>
  index.map(({ title, pages }) => {
    const items: DefaultTheme.SidebarItem[] = []
    const groups = new Map<string, DefaultTheme.SidebarItem[]>()
    for (const { title: text, page } of pages) {
      const folder = folderOf(page)
      const groupTitle = groupTitles[folder]
      const group = groups.get(folder) ?? (groupTitle === undefined ? items : [])
      if (groupTitle !== undefined && !groups.has(folder)) {
        groups.set(folder, group)
        items.push({ text: groupTitle, items: group, collapsed: true })
      }
      group.push({ text, link: `/${page}` })
    }
    return { text: title, items, collapsed: true }
  })
