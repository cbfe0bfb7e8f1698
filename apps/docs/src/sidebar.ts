import type { DefaultTheme } from 'vitepress'
import type { IndexSection } from './navigation.ts'

/**
 * The sections and groups of the index. Pages of `docs/reference` are a group of their own. Sections and groups are
 * closed, except around the page that is read.
 */
export const sidebarOf = (index: readonly IndexSection[]): DefaultTheme.SidebarItem[] =>
  index.map(({ title, pages }) => {
    const items: DefaultTheme.SidebarItem[] = []
    const groups = new Map<string, DefaultTheme.SidebarItem[]>()
    for (const { title: text, page, group = page.startsWith('reference/') ? 'Reference' : undefined } of pages) {
      const item = { text, link: `/${page}` }
      const known = group === undefined ? items : groups.get(group)
      if (known) known.push(item)
      else if (group !== undefined) {
        groups.set(group, [item])
        items.push({ text: group, items: groups.get(group) ?? [], collapsed: true })
      }
    }
    return { text: title, items, collapsed: true }
  })
