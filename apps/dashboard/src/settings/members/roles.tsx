import type { Role } from '@matterbase/schemas'
import { Facts } from '../../components/values/facts.tsx'
import { Panel } from '../../components/page/panel.tsx'

/** What each role is for. */
export const roles: readonly { readonly value: Role; readonly label: string; readonly may: string }[] = [
  { value: 'owner', label: 'Owner', may: 'Everything, members and settings too' },
  { value: 'lawyer', label: 'Lawyer', may: 'Matters, clients, time, invoices, leads and documents' },
  { value: 'developer', label: 'Developer', may: 'API keys, webhooks and logs; no matters and no money' },
  { value: 'read-only', label: 'Read-only', may: 'Sees the practice and changes nothing' },
]

export function RoleList() {
  return (
    <Panel title="Roles">
      <Facts facts={roles.map(({ label, may }) => ({ label, value: may }))} />
    </Panel>
  )
}
