import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { keptTheirs } from '../../api/conflicts.ts'
import { useSession } from '../../api/session.ts'
import { Segments } from '../../components/forms/segments.tsx'
import { useFormSave } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { ExpenseForm } from '../expenses/expense-form.tsx'
import type { Day } from './days.ts'
import { EntryForm } from './entry-form.tsx'
import { saveEntry, valuesOf } from './entry-values.ts'
import type { EntryValues } from './entry-values.ts'
import type { Entry } from './entry.ts'

const kinds = ['time', 'expense'] as const

interface EntryDialogProps {
  /** Without it, the dialog creates an entry. */
  readonly entry?: Entry | undefined
  /** The day of a new entry. */
  readonly day?: Day | undefined
  /** The kind of a new entry at first. Default: time. */
  readonly begin?: (typeof kinds)[number]
  readonly title?: string
  readonly onClose: () => void
}

/** One time entry. A new entry can be an expense instead. */
export function EntryDialog({
  entry: given,
  day,
  begin = 'time',
  title = given ? 'Time entry' : 'New time entry',
  onClose,
}: EntryDialogProps) {
  // The record as it was when the dialog opened. A refetch can replace it in the meantime.
  const [entry] = useState(given)
  const [kind, setKind] = useState(begin)
  const { user } = useSession()
  const form = useForm<EntryValues>({ defaultValues: valuesOf(entry, { day, userId: user.id }) })
  const save = useFormSave(
    form,
    `time-entries ${entry?.id ?? 'new'}`,
    (values, attempt) => saveEntry(entry, values, attempt),
    (isSaved) => {
      toast(isSaved ? (entry ? 'Time entry saved' : 'Time entry created') : keptTheirs)
      onClose()
    },
  )
  const isExpense = kind === 'expense'
  return (
    <Dialog open onClose={onClose} title={isExpense ? 'New expense' : title}>
      {!entry && (
        <div className="mb-4 flex">
          <Segments label="Type of entry" choices={kinds} value={kind} onChange={setKind} />
        </div>
      )}
      {isExpense ? (
        <ExpenseForm begin={{ case_id: form.getValues('case_id'), date: form.getValues('day') }} onClose={onClose} />
      ) : (
        <EntryForm {...{ entry, form, save, onClose }} />
      )}
    </Dialog>
  )
}
