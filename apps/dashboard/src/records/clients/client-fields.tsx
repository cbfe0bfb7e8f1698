import { change } from '../../api/change.ts'
import { refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { webAddress } from '../../components/forms/web-address.ts'
import { FoldedFacts } from '../../components/values/facts.tsx'
import type { FoldedFact } from '../../components/values/facts.tsx'
import { titled } from '../../components/values/formats.ts'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { InlineField } from '../fields/inline-field.tsx'
import type { InlineFieldProps } from '../fields/inline-field.tsx'
import { clientStatuses, clientTypes } from './client.ts'
import type { Client } from './client.ts'

const labels = {
  company_name: 'Company',
  contact_person: 'Contact',
  email: 'Email',
  phone: 'Phone',
  status: 'Status',
  client_type: 'Type',
  address: 'Address',
  location: 'Location',
  website: 'Website',
  notes: 'Notes',
  bio: 'Bio',
  external_id: 'Reference',
} as const

interface ClientProps {
  readonly client: Client
}

function useSaveClient(client: Client) {
  const mayWrite = useCan()('clients:write')
  if (!mayWrite) return undefined
  return async (changes: object) => {
    await change('/clients/{id}', { params: { id: client.id }, body: changes }, { seen: client, labels })
    await refresh()
  }
}

/** The status, which can be edited in place. */
export function ClientStatus({ client }: ClientProps) {
  const save = useSaveClient(client)
  return (
    <InlineField
      name="status"
      label="Status"
      value={client.status}
      options={clientStatuses}
      canBeEmpty={false}
      onSave={save && ((status) => save({ status }))}
    >
      <StatusBadge status={client.status} />
    </InlineField>
  )
}

const asSaved = (name: string, value: string | number | null) =>
  name === 'website' && typeof value === 'string' ? webAddress(value) : value

/** The fields of a client except its status. Each can be edited in place. */
export function ClientFields({ client }: ClientProps) {
  const save = useSaveClient(client)
  const field = (name: keyof typeof labels, more: Partial<InlineFieldProps> = {}): FoldedFact => ({
    label: labels[name],
    isEmpty: client[name] === null,
    value: (
      <InlineField
        name={name}
        label={labels[name]}
        value={client[name]}
        {...more}
        onSave={save && ((value) => save({ [name]: asSaved(name, value) }))}
      />
    ),
  })
  const facts = [
    field('company_name'),
    field('contact_person'),
    field('email'),
    field('phone'),
    field('client_type', { options: clientTypes, ...(client.client_type && { children: titled(client.client_type) }) }),
    field('address', { kind: 'long' }),
    field('location'),
    field('website'),
    field('notes', { kind: 'long' }),
    field('bio', { kind: 'long' }),
    field('external_id'),
  ]
  return <FoldedFacts facts={facts} canFill={save !== undefined} />
}
