import { useState } from 'react'
import { call } from '../api/call.ts'
import { isCallError } from '../api/call-error.ts'
import { refresh } from '../api/queries.ts'
import { ConfirmDialog } from '../components/overlays/confirm-dialog.tsx'
import { toast } from '../components/overlays/toast.tsx'
import { dependentsText } from './bulk/bulk-failures.tsx'
import type { Resource } from './resource.ts'

export interface DeleteDialogProps {
  readonly resource: Resource
  readonly id: number
  readonly name: string
  readonly onClose: () => void
  readonly onDeleted: () => void
}

type Dependents = Readonly<Record<string, number>>

/** Asks before one record is deleted, and once more when others refer to it. */
export function DeleteDialog({ resource, id, name, onClose, onDeleted }: DeleteDialogProps) {
  const [dependents, setDependents] = useState<Dependents>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    setError(undefined)
    try {
      const key = `DELETE /${resource.path}/{id}` as const
      await call(key, { params: { id }, query: dependents ? { force: true } : {} })
      toast(`${name} deleted`)
      onDeleted()
      void refresh()
    } catch (failure) {
      if (isCallError(failure, 'has_dependents')) setDependents(failure.body['dependents'] as Dependents)
      else setError(failure instanceof Error ? failure.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={dependents ? `Unlink and delete “${name}”?` : `Delete “${name}”?`}
      action={dependents ? 'Unlink and delete' : `Delete ${resource.one}`}
      onConfirm={() => void remove()}
      isBusy={isBusy}
      error={error}
    >
      {dependents
        ? `${dependentsText(dependents)} would lose the link to this ${resource.one}, and stay otherwise.`
        : `The ${resource.one} is gone for good; its external_id becomes free again.`}
    </ConfirmDialog>
  )
}
