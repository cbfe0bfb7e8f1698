import type { DefaultTheme } from 'vitepress'

/**
 * A configuration whose search lists the pages for developers of Matterbase after all others. It is set in the browser,
 * because the policy of the pages refuses functions that a build has written as text.
 */
export function withInternalsLast({ search, ...config }: DefaultTheme.Config): DefaultTheme.Config {
  if (search?.provider !== 'local') return config
  const { miniSearch } = search.options ?? {}
  const searchOptions = {
    ...miniSearch?.searchOptions,
    boostDocument: (id: unknown) => (String(id).includes('/internals/') ? 0.000_1 : 1),
  }
  return {
    ...config,
    search: { ...search, options: { ...search.options, miniSearch: { ...miniSearch, searchOptions } } },
  }
}
