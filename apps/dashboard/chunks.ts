import type { Rolldown } from 'vite'

/** The pages of HTML that load a module before they show anything. */
function loadingFirst(id: string, graph: Rolldown.ChunkingContext): string[] {
  const seen = new Set([id])
  for (const one of seen) for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer)
  return [...seen].filter((one) => one.endsWith('.html'))
}

/**
 * One file of what is loaded first, whatever else needs some of it. A group takes in what its modules import, so the one that
 * more pages load comes before.
 */
const first = (
  debugName: string,
  priority: number,
  isIn: (pages: readonly string[]) => boolean,
): Rolldown.CodeSplittingGroup => ({
  debugName,
  name: (id, graph) => (isIn(loadingFirst(id, graph)) ? debugName : null),
  tags: ['$initial'],
  priority,
})

/**
 * What the same pages need is one file, and what is smaller than the threshold joins the nearest: a page of 45 files would
 * cost the browser more to ask for than to run.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    first('both', 5, (pages) => pages.length > 1),
    first('dashboard', 4, (pages) => pages.some((page) => page.endsWith('/index.html'))),
    { name: 'sign-in', tags: ['$initial'], priority: 2, entriesAware: true, entriesAwareMergeThreshold: 1_000 },
    // Without these groups, small modules of a list join the files of larger forms, which a list page would then load.
    { name: 'small', test: /\/src\/(?:api|code|components\/values)\//, priority: 1.6 },
    { name: 'list', test: /\/src\/records\/(?:list|bulk)\//, priority: 1.5 },
    { name: 'shared', minShareCount: 2, priority: 1, entriesAware: true, entriesAwareMergeThreshold: 6_000 },
  ],
}
