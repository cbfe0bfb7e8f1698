import type { DefaultTheme } from 'vitepress'

/** Lists the pages for developers of Matterbase after all others. The policy of the pages refuses functions in the configuration. */
export function rankInternalsLast({ search }: DefaultTheme.Config): void {
  const options = search?.provider === 'local' ? search.options?.miniSearch?.searchOptions : undefined
  if (options) options.boostDocument = (id: unknown) => (String(id).includes('/internals/') ? 0.000_1 : 1)
}
