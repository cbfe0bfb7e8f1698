import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import type { Selection } from '../../components/table/selection.ts'
import { counted } from '../resource.ts'
import type { Resource } from '../resource.ts'
import { BulkDelete } from './bulk-delete.tsx'
import { BulkFailures } from './bulk-failures.tsx'
import { allIds, changeAll, exportCsv } from './bulk.ts'
import type { BulkOutcome, Filters } from './bulk.ts'

export interface BulkActionsProps {
  readonly resource: Resource
  readonly selection: Selection
  readonly filters: Filters
  /** The statuses to choose from. Empty if the status follows from other fields. */
  readonly statuses: readonly string[]
  readonly nameOf: (id: number) => string | undefined
}

/** Changes the status of the selected rows, exports or deletes them. */
export function BulkActions(props: BulkActionsProps) {
  const { resource, statuses, nameOf } = props
  const mayWrite = useCan()(resource.write)
  const { progress, outcome, idsToDelete, setStatus, exportRows, chooseDelete, closeDelete, finish, closeOutcome } =
    useBulkActions(props)
  return (
    <>
      {progress && <span role="status">{progress}</span>}
      {mayWrite && statuses.length > 0 && (
        <Select
          aria-label="Set status"
          className="w-36"
          empty="Set status…"
          options={statuses}
          value=""
          disabled={progress !== undefined}
          onChange={(event) => void setStatus(event.target.value)}
        />
      )}
      <Button size="sm" icon={<Download className="size-3.5" />} onClick={() => void exportRows()}>
        Export
      </Button>
      {mayWrite && (
        <Button size="sm" tone="danger" icon={<Trash2 className="size-3.5" />} onClick={() => void chooseDelete()}>
          Delete
        </Button>
      )}
      {idsToDelete && (
        <BulkDelete
          {...{ resource, nameOf }}
          ids={idsToDelete}
          onClose={closeDelete}
          onDone={(result) => finish(result, 'deleted')}
        />
      )}
      <BulkFailures {...{ resource, nameOf, outcome }} onClose={closeOutcome} />
    </>
  )
}

function useBulkActions({ resource, selection, filters }: BulkActionsProps) {
  const [progress, setProgress] = useState<string>()
  const [outcome, setOutcome] = useState<BulkOutcome>()
  const [idsToDelete, setIdsToDelete] = useState<readonly number[]>()
  const selectedIds = async () => (selection.isAll ? allIds(resource, filters) : [...selection.ids].map(Number))

  function finish(result: BulkOutcome, verb: string) {
    toast(`${counted(result.done, resource)} ${verb}`)
    if (result.failures.length > 0) setOutcome(result)
    else selection.clear()
    void refresh()
  }
  async function run(work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      toastError(error)
    } finally {
      setProgress(undefined)
    }
  }
  return {
    progress,
    outcome,
    idsToDelete,
    finish,
    setStatus: (status: string) =>
      run(async () => {
        setProgress('Collecting…')
        const ids = await selectedIds()
        finish(await changeAll(resource, ids, { status }, (done) => setProgress(`${done} of ${ids.length}`)), 'changed')
      }),
    exportRows: () =>
      run(async () => {
        setProgress('Exporting…')
        await exportCsv(resource.path, filters, selection.isAll ? undefined : await selectedIds())
      }),
    chooseDelete: () => run(async () => setIdsToDelete(await selectedIds())),
    closeDelete: () => setIdsToDelete(undefined),
    closeOutcome: () => setOutcome(undefined),
  }
}
