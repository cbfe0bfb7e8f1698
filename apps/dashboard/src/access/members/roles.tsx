import type { Role } from '@matterbase/schemas'
import { Panel } from '../../components/page/panel.tsx'
import { Facts } from '../../components/values/facts.tsx'
import { isKeyOf } from '../../search-params/read-search.ts'

/** Descriptions of the roles. */
const words = {
  owner: { label: 'Owner', may: 'Everything, including members and settings' },
  lawyer: { label: 'Lawyer', may: 'Matters, clients, time, invoices, leads and documents' },
  developer: { label: 'Developer', may: 'API keys, webhooks and logs, but not matters and money' },
  'read-only': { label: 'Read-only', may: 'Can see the practice, but not change anything' },
} as const satisfies Readonly<Record<Role, object>>

export const roles = Object.keys(words)
  .filter(isKeyOf(words))
  .map((value) => ({ value, ...words[value] }))

export const roleName = (role: Role) => words[role].label

export function RoleList() {
  return (
    <Panel title="Roles">
      <Facts facts={roles.map(({ label, may }) => ({ label, value: may }))} />
    </Panel>
  )
}
