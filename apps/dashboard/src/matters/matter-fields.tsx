import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { refresh } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Facts } from '../components/values/facts.tsx'
import type { Fact } from '../components/values/facts.tsx'
import { IconButton } from '../components/buttons/icon-button.tsx'
import { DateOnly, Money } from '../components/values/moments.tsx'
import { StatusBadge } from '../components/values/status-badge.tsx'
import { toastError } from '../components/overlays/toast.tsx'
import { InlineField } from '../records/inline-field.tsx'
import type { InlineFieldProps } from '../records/inline-field.tsx'
import { RecordPicker } from '../records/record-picker.tsx'
import { useNames } from '../records/use-names.ts'
import { matterStatuses } from './matter.ts'
import type { Matter } from './matter.ts'

/** The fields of a matter; each can be pressed and changed. */
export function MatterFields({ matter }: { readonly matter: Matter }) {
  const mayWrite = useCan()('matters:write')
  const save = async (changes: object) => {
    await call('PATCH /matters/{id}', { params: { id: matter.id }, body: changes })
    await refresh()
  }
  const field = (name: keyof Matter, label: string, more: Partial<InlineFieldProps> = {}): Fact => ({
    label,
    value: (
      <InlineField
        {...{ name, label }}
        value={matter[name]}
        {...more}
        onSave={mayWrite ? (value) => save({ [name]: value }) : undefined}
      />
    ),
  })
  const facts = [
    field('title', 'Title', { canBeEmpty: false }),
    field('status', 'Status', {
      options: matterStatuses,
      canBeEmpty: false,
      children: <StatusBadge status={matter.status} />,
    }),
    { label: 'Client', value: <ClientOf matter={matter} onSave={mayWrite ? save : undefined} /> },
    field('description', 'Description', { kind: 'long' }),
    field('case_category', 'Category'),
    field('case_type', 'Case type'),
    field('service_type', 'Service'),
    field('official_case_number', 'Case number'),
    field('start_date', 'Opened', { kind: 'date', children: <DateOnly value={matter.start_date} /> }),
    field('end_date', 'Closed', { kind: 'date', children: <DateOnly value={matter.end_date} /> }),
    field('estimated_hours', 'Estimated hours', { kind: 'number' }),
    field('estimated_budget_min', 'Budget from', {
      kind: 'number',
      children: <Money value={matter.estimated_budget_min} />,
    }),
    field('estimated_budget_max', 'Budget to', {
      kind: 'number',
      children: <Money value={matter.estimated_budget_max} />,
    }),
    field('external_id', 'external_id', {
      children: <code className="font-mono text-meta">{matter.external_id}</code>,
    }),
  ]
  return <Facts facts={facts} />
}

interface ClientOfProps {
  readonly matter: Matter
  readonly onSave: ((changes: object) => Promise<void>) | undefined
}

/** Its client by name; another one is chosen in a box. */
function ClientOf({ matter: { client_id: id }, onSave }: ClientOfProps) {
  const [isEditing, setEditing] = useState(false)
  const { client, isLoading } = useNames({ clients: [id] })
  const name = id === null ? null : (client(id) ?? `#${id}`)
  if (isEditing && onSave)
    return (
      <RecordPicker
        kind="client"
        aria-label="Client"
        value={id}
        onChange={(next) => {
          setEditing(next === null)
          void onSave({ client_id: next }).catch(toastError)
        }}
      />
    )
  return (
    // The same height with the button, which appears after the name, as without it.
    <span className="flex min-h-4.5 items-center gap-2">
      {name === null ? (
        <span className="text-muted">–</span>
      ) : (
        <Link to="/clients/$id" params={{ id: String(id) }} className="link min-w-0 truncate">
          {name}
        </Link>
      )}
      {onSave && !isLoading && (
        <IconButton
          label="Edit client"
          icon={<Pencil className="size-3.5" />}
          className="-my-1.5 size-7"
          onClick={() => setEditing(true)}
        />
      )}
    </span>
  )
}
