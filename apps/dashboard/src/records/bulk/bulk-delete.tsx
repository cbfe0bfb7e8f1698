import { useState } from 'react'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { counted } from '../resource.ts'
import type { Resource } from '../resource.ts'
import { bookkeeping, FailureList } from './bulk-failures.tsx'
import { deleteAll } from './bulk.ts'
import type { BulkOutcome, Failure } from './bulk.ts'

interface BulkDeleteProps {
  readonly resource: Resource
  readonly ids: readonly number[]
  readonly nameOf: (id: number) => string | undefined
  readonly onClose: () => void
  readonly onDone: (outcome: BulkOutcome) => void
}

/** Deletes records without linked records, and asks again for the others. */
export function BulkDelete({ resource, ids, nameOf, onClose, onDone }: BulkDeleteProps) {
  const [isBusy, setBusy] = useState(false)
  const [held, setHeld] = useState<BulkOutcome>()
  const left = held ? held.failures.filter(isHeld).map(({ id }) => id) : ids

  async function remove() {
    setBusy(true)
    try {
      const result = await deleteAll(resource, left, held !== undefined, () => undefined)
      const outcome = {
        done: (held?.done ?? 0) + result.done,
        failures: [...(held?.failures.filter((failure) => !isHeld(failure)) ?? []), ...result.failures],
      }
      if (!held && result.failures.some(isHeld)) {
        setHeld(outcome)
        return
      }
      onClose()
      onDone(outcome)
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    onClose()
    if (held) onDone({ done: held.done, failures: held.failures })
  }
  const what = left.length === 1 ? `“${nameOf(left[0] ?? 0) ?? `#${left[0]}`}”` : counted(left.length, resource)
  return (
    <ConfirmDialog
      open
      onClose={close}
      title={held ? `Delete ${what} anyway?` : `Delete ${what}?`}
      action={held ? `Delete ${counted(left.length, resource)} anyway` : `Delete ${counted(left.length, resource)}`}
      onConfirm={() => void remove()}
      isBusy={isBusy}
    >
      {held ? (
        <div className="flex flex-col gap-2">
          <p>
            {held.done > 0 && `${counted(held.done, resource)} deleted. `}Other records are linked to the{' '}
            {left.length === 1 ? resource.one : resource.many} below. They stay, without the link. This cannot be
            undone.
          </p>
          <FailureList failures={held.failures.filter(isHeld)} nameOf={nameOf} />
        </div>
      ) : (
        'This cannot be undone.'
      )}
    </ConfirmDialog>
  )
}

/** True if only records that can be unlinked prevent the deletion. */
const isHeld = ({ code, dependents = {} }: Failure) =>
  code === 'has_dependents' && !bookkeeping.some((kind) => (dependents[kind] ?? 0) > 0)
