import type { Permission } from '@matterbase/schemas'
import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from './api/load-part.ts'
import { NotFound } from './components/page/not-found.tsx'
import { readSearch } from './search-params/read-search.ts'
import type { SearchShape } from './search-params/read-search.ts'
import { PageFailed } from './shell/page-failed.tsx'
import { Shell } from './shell/shell.tsx'

export const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <NotFound />,
  errorComponent: PageFailed,
})

/** `lazyPage(() => import('./home/home.tsx'), 'Home')`: the component of a page, loaded on demand. */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadPart(load), name)

interface PageOptions<S> {
  /** The permission for the page. Null for every role. */
  readonly permission: Permission | null
  /** The parameters of its address. */
  readonly search: S
  readonly component: ReturnType<typeof lazyRouteComponent>
}

/** A page at a path. */
export function page<const Path extends string, const S extends SearchShape>(
  path: Path,
  { permission, search, component }: PageOptions<S>,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component,
    staticData: { permission },
    validateSearch: readSearch(search),
  })
}
