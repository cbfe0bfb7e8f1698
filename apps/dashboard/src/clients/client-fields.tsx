import { call } from '../api/call.ts'
import { refresh } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Facts } from '../components/values/facts.tsx'
import type { Fact } from '../components/values/facts.tsx'
import { StatusBadge } from '../components/values/status-badge.tsx'
import { InlineField } from '../records/inline-field.tsx'
import type { InlineFieldProps } from '../records/inline-field.tsx'
import { clientStatuses, clientTypes } from './client.ts'
import type { Client } from './client.ts'

/** The fields of a client; each can be pressed and changed. */
export function ClientFields({ client }: { readonly client: Client }) {
  const mayWrite = useCan()('clients:write')
  const save = async (changes: object) => {
    await call('PATCH /clients/{id}', { params: { id: client.id }, body: changes })
    await refresh()
  }
  const field = (name: keyof Client, label: string, more: Partial<InlineFieldProps> = {}): Fact => ({
    label,
    value: (
      <InlineField
        {...{ name, label }}
        value={client[name]}
        {...more}
        onSave={mayWrite ? (value) => save({ [name]: value }) : undefined}
      />
    ),
  })
  const facts = [
    field('company_name', 'Company'),
    field('contact_person', 'Contact'),
    field('email', 'Email'),
    field('phone', 'Phone'),
    field('status', 'Status', {
      options: clientStatuses,
      canBeEmpty: false,
      children: <StatusBadge status={client.status} />,
    }),
    field('client_type', 'Type', { options: clientTypes }),
    field('address', 'Address', { kind: 'long' }),
    field('location', 'Location'),
    field('website', 'Website'),
    field('notes', 'Notes', { kind: 'long' }),
    field('bio', 'Bio', { kind: 'long' }),
    field('external_id', 'external_id', {
      children: <code className="font-mono text-meta">{client.external_id}</code>,
    }),
  ]
  return <Facts facts={facts} />
}
