import { Outlet, useMatches } from '@tanstack/react-router'
import type { Permission } from '@matterbase/schemas'
import { useCan } from '../api/session.ts'
import { Forbidden } from './forbidden.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What a role needs for the page. */
    readonly permission?: Permission | null
  }
}

/** The page, or why it is not shown. The server checks the permission too. */
export function PageBody() {
  const can = useCan()
  const needed = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission ?? null })
  return can(needed) ? <Outlet /> : <Forbidden permission={String(needed)} />
}
