import { useState } from 'react'
import { useColleagues } from '../../api/colleagues.ts'
import { refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { allIds, changeAll } from '../../records/bulk/bulk.ts'
import { counted, timeEntries } from '../../records/resource.ts'

/** How many unbilled time entries have no member, with a way to give them one. */
export function WithoutLawyer({ count }: { readonly count: number }) {
  const mayWrite = useCan()('matters:write')
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-table">
      <span className="flex-1 text-warn">
        {count} {count === 1 ? 'entry' : 'entries'} without a lawyer
      </span>
      {mayWrite && (
        <Button size="sm" onClick={() => setOpen(true)}>
          Assign
        </Button>
      )}
      {isOpen && <AssignDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Gives all unbilled time without a member to one member. */
function AssignDialog({ onClose }: { readonly onClose: () => void }) {
  const { all, me } = useColleagues()
  const [userId, setUserId] = useState(me)
  const { isBusy, error, assign } = useAssign(onClose)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Assign time without a lawyer"
      action="Assign"
      tone="primary"
      isBusy={isBusy}
      error={error}
      onConfirm={() => void assign(userId)}
    >
      <p className="mb-3">
        All unbilled time without a lawyer gets this member. Its rate is then the rate of the member, unless the entry
        has its own.
      </p>
      <SelectField
        label="Member"
        options={all.map(({ id, name }) => ({ value: id, label: id === me ? `${name} (you)` : name }))}
        value={userId}
        onChange={(event) => setUserId(event.target.value)}
      />
    </ConfirmDialog>
  )
}

const withoutMember = { status: 'pending', user_id: 'none' } as const

const isBillable = (record: object) => 'is_billable' in record && record.is_billable === true

function useAssign(onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function assign(userId: string) {
    setBusy(true)
    try {
      const ids = await allIds(timeEntries, withoutMember, isBillable)
      const { done, failures } = await changeAll(timeEntries, ids, { user_id: userId })
      void refresh()
      toast(`${counted(done, timeEntries)} assigned`)
      if (failures.length === 0) return onDone()
      setError(`${counted(failures.length, timeEntries)} could not be changed. Try again, or open them in the list.`)
    } catch (caught) {
      setError(caught instanceof Error ? caught.message : String(caught))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, assign }
}
