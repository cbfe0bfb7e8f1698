import { Button } from '../../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { counted, resources } from '../resource.ts'
import type { Resource } from '../resource.ts'
import type { BulkOutcome, Failure } from './bulk.ts'

interface BulkFailuresProps {
  readonly resource: Resource
  readonly outcome: BulkOutcome | undefined
  readonly nameOf: (id: number) => string | undefined
  readonly onClose: () => void
}

/** The records that could not be changed, with the reasons. */
export function BulkFailures({ resource, outcome, nameOf, onClose }: BulkFailuresProps) {
  if (!outcome) return null
  const { done, failures } = outcome
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${counted(failures.length, resource)} could not be changed`}
      description={`${done} succeeded.`}
    >
      <FailureList {...{ failures, nameOf }} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

export function FailureList({
  failures,
  nameOf,
}: {
  readonly failures: readonly Failure[]
  readonly nameOf: (id: number) => string | undefined
}) {
  return (
    <ul
      aria-label="Failures"
      tabIndex={0}
      className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {failures.map((failure) => (
        <li key={failure.id} className="px-3 py-2 text-table">
          <span className="font-medium">{nameOf(failure.id) ?? `#${failure.id}`}</span>
          <span className="block text-muted">{reasonOf(failure)}</span>
        </li>
      ))}
    </ul>
  )
}

function reasonOf({ error, details, dependents }: Failure): string {
  if (dependents) return `Linked to ${dependentsText(dependents)}`
  return details?.map(({ field, message }) => `${field} ${message}`).join('; ') ?? error ?? 'Unknown'
}

/** Kinds of records that prevent the deletion of their client or matter. */
export const bookkeeping = ['signed_documents', 'invoices', 'payments', 'credit_notes'] as const

/** `2 matters and 1 time entry` */
export function dependentsText(dependents: Readonly<Record<string, number>>): string {
  const parts = Object.entries(dependents).map(([name, count]) => {
    const resource = resources.find(({ table }) => table === name)
    return (
      count > 0 &&
      counted(count, resource ?? { one: name.replaceAll('_', ' ').replace(/s$/, ''), many: name.replaceAll('_', ' ') })
    )
  })
  return parts.filter(Boolean).join(' and ')
}
