import { change } from '../../api/change.ts'
import { refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { useMemberOptions } from '../../components/forms/member-field.tsx'
import { FoldedFacts } from '../../components/values/facts.tsx'
import type { FoldedFact } from '../../components/values/facts.tsx'
import { DateOnly, Money } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { InlineField } from '../fields/inline-field.tsx'
import type { InlineFieldProps } from '../fields/inline-field.tsx'
import { MatterClient } from './matter-client.tsx'
import { billingMethods, matterStatuses } from './matter.ts'
import type { Matter } from './matter.ts'

const labels = {
  title: 'Title',
  status: 'Status',
  client_id: 'Client',
  number: 'Number',
  responsible_user_id: 'Responsible lawyer',
  originating_user_id: 'Originating lawyer',
  billing_method: 'Billing method',
  description: 'Description',
  case_category: 'Category',
  case_type: 'Case type',
  service_type: 'Service',
  official_case_number: 'Case number',
  start_date: 'Opened',
  end_date: 'Closed',
  estimated_hours: 'Estimated hours',
  estimated_budget_min: 'Budget from',
  estimated_budget_max: 'Budget to',
  external_id: 'Reference',
} as const

/** Saves changes of a matter. Undefined if the user may not change it. */
export function useSaveMatter(matter: Matter) {
  const mayWrite = useCan()('matters:write')
  if (!mayWrite) return undefined
  return async (changes: object) => {
    await change('/matters/{id}', { params: { id: matter.id }, body: changes }, { seen: matter, labels })
    await refresh()
  }
}

interface MatterProps {
  readonly matter: Matter
}

/** The status, which can be edited in place. */
export function MatterStatus({ matter }: MatterProps) {
  const save = useSaveMatter(matter)
  return (
    <InlineField
      name="status"
      label="Status"
      value={matter.status}
      options={matterStatuses}
      canBeEmpty={false}
      onSave={save && ((status) => save({ status }))}
    >
      <StatusBadge status={matter.status} />
    </InlineField>
  )
}

const membersOf = ({ options, label }: ReturnType<typeof useMemberOptions>) => ({ options, children: label })

/** The fields of a matter except title and status. Each can be edited in place. */
export function MatterFields({ matter }: MatterProps) {
  const save = useSaveMatter(matter)
  const responsible = useMemberOptions(matter.responsible_user_id)
  const originating = useMemberOptions(matter.originating_user_id)
  const field = (
    name: Exclude<keyof typeof labels, 'client_id'>,
    more: Partial<InlineFieldProps> = {},
  ): FoldedFact => ({
    label: labels[name],
    isEmpty: matter[name] === null,
    value: (
      <InlineField
        name={name}
        label={labels[name]}
        value={matter[name]}
        {...more}
        onSave={save && ((value) => save({ [name]: value }))}
      />
    ),
  })
  const facts = [
    { label: labels.client_id, isEmpty: false, value: <MatterClient matter={matter} onSave={save} /> },
    field('number'),
    field('responsible_user_id', membersOf(responsible)),
    field('originating_user_id', membersOf(originating)),
    field('billing_method', {
      options: billingMethods,
      children: billingMethods.find(({ value }) => value === matter.billing_method)?.label,
    }),
    field('description', { kind: 'long' }),
    field('official_case_number'),
    field('case_category'),
    field('case_type'),
    field('service_type'),
    field('start_date', { kind: 'date', children: <DateOnly value={matter.start_date} /> }),
    field('end_date', { kind: 'date', children: <DateOnly value={matter.end_date} /> }),
    field('estimated_hours', { kind: 'number' }),
    field('estimated_budget_min', { kind: 'money', children: <Money value={matter.estimated_budget_min} /> }),
    field('estimated_budget_max', { kind: 'money', children: <Money value={matter.estimated_budget_max} /> }),
    field('external_id'),
  ]
  return <FoldedFacts facts={facts} canFill={save !== undefined} />
}
