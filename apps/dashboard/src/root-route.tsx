import type { Permission } from '@matterbase/schemas'
import { createRootRoute, createRoute } from '@tanstack/react-router'
import type { lazyRouteComponent } from '@tanstack/react-router'
import { NotFound } from './components/page/not-found.tsx'
import { PageFailed } from './shell/page-failed.tsx'
import { Shell } from './shell/shell.tsx'

export const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <NotFound />,
  errorComponent: PageFailed,
  // Parameters are texts; see components/use-search-params.ts.
  validateSearch: (search): Readonly<Partial<Record<string, string>>> => search as Record<string, string>,
})

/** A page at a path, which needs a permission; null for everybody. */
export function page<const Path extends string>(
  path: Path,
  permission: Permission | null,
  component: ReturnType<typeof lazyRouteComponent>,
) {
  return createRoute({ getParentRoute: () => root, path, component, staticData: { permission } })
}
