import { createRoute, redirect } from '@tanstack/react-router'
import { firmSearch } from '../billing/firm/firm-search.ts'
import { auditSearch } from '../access/audit/entry.ts'
import { memberSearch } from '../access/members/member.ts'
import { fieldSearch } from '../workspace/custom-fields/field-search.ts'
import { lazyPage as lazy, page, root } from '../root-route.tsx'

export const settings = [
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    beforeLoad: () => redirect({ to: '/settings/profile', replace: true, throw: true }),
  }),
  page('/settings/profile', {
    permission: null,
    search: {},
    component: lazy(() => import('../access/profile/profile.tsx'), 'Profile'),
  }),
  page('/settings/security', {
    permission: null,
    search: {},
    component: lazy(() => import('../access/security/security.tsx'), 'Security'),
  }),
  page('/settings/workspace', {
    permission: 'settings:write',
    search: {},
    component: lazy(() => import('../workspace/workspace.tsx'), 'WorkspaceSettings'),
  }),
  page('/settings/firm', {
    permission: 'settings:write',
    search: firmSearch,
    component: lazy(() => import('../billing/firm/firm.tsx'), 'FirmSettings'),
  }),
  page('/settings/accounting', {
    permission: 'settings:write',
    search: {},
    component: lazy(() => import('../billing/accounting/accounting-settings.tsx'), 'AccountingSettings'),
  }),
  page('/settings/custom-fields', {
    permission: 'settings:write',
    search: fieldSearch,
    component: lazy(() => import('../workspace/custom-fields/custom-fields.tsx'), 'CustomFieldSettings'),
  }),
  page('/settings/members', {
    permission: 'members:write',
    search: memberSearch,
    component: lazy(() => import('../access/members/members.tsx'), 'Members'),
  }),
  page('/settings/audit', {
    permission: 'audit:read',
    search: auditSearch,
    component: lazy(() => import('../access/audit/audit-log.tsx'), 'AuditLog'),
  }),
  page('/settings/data', {
    permission: 'matters:read',
    search: {},
    component: lazy(() => import('../workspace/data.tsx'), 'DataSettings'),
  }),
] as const
