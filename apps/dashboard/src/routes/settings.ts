import { createRoute, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router'
import { page, root } from '../root-route.tsx'

export const settings = [
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    beforeLoad: () => redirect({ to: '/settings/profile', replace: true, throw: true }),
  }),
  page(
    '/settings/profile',
    null,
    lazy(() => import('../settings/profile/profile.tsx'), 'Profile'),
  ),
  page(
    '/settings/security',
    null,
    lazy(() => import('../settings/security/security.tsx'), 'Security'),
  ),
  page(
    '/settings/workspace',
    'settings:write',
    lazy(() => import('../settings/workspace/workspace.tsx'), 'WorkspaceSettings'),
  ),
  page(
    '/settings/members',
    'members:write',
    lazy(() => import('../settings/members/members.tsx'), 'Members'),
  ),
  page(
    '/settings/audit',
    'audit:read',
    lazy(() => import('../settings/audit/audit-log.tsx'), 'AuditLog'),
  ),
  page(
    '/settings/data',
    'matters:read',
    lazy(() => import('../settings/data/data.tsx'), 'DataSettings'),
  ),
] as const
