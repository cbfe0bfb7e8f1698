import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSession } from '../../api/session.ts'
import { keptTheirs } from '../../api/change.ts'
import { refreshWithout, useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { useDraft } from '../../components/forms/drafts/use-draft.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { Segments } from '../../components/forms/segments.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { DayField, DurationField, MoneyField } from '../../components/forms/typed/typed-field.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { WhoField } from './who-field.tsx'
import { dayOfEntry, nameOfEntry } from './entry.ts'
import type { Entry } from './entry.ts'
import { saveEntry, valuesOf } from './entry-values.ts'
import type { EntryValues } from './entry-values.ts'
import { ExpenseForm } from '../expenses/expense-form.tsx'
import { useRate } from '../rates/use-rate.ts'
import { longDay } from './days.ts'
import type { Day } from './days.ts'
import { formatHours } from '../../components/values/formats.ts'
import { placeErrors } from '../../components/forms/server-errors.ts'
import { showUnread } from '../../components/forms/show-unread.ts'

const kinds = ['time', 'expense'] as const

interface EntryDialogProps {
  /** Without one, a new entry is made. */
  readonly entry?: Entry | undefined
  /** The day of a new one. */
  readonly day?: Day | undefined
  /** What a new one is at first. Default: time. */
  readonly begin?: (typeof kinds)[number]
  readonly title?: string
  readonly onClose: () => void
}

/** One time entry, new or recorded; what is new can be an expense as well. */
export function EntryDialog({
  entry: shown,
  day,
  begin = 'time',
  title = shown ? 'Time entry' : 'New time entry',
  onClose,
}: EntryDialogProps) {
  // The record as it was when the dialog opened. A refetch can replace it in the meantime.
  const [entry] = useState(shown)
  const { user } = useSession()
  const form = useForm<EntryValues>({ defaultValues: valuesOf(entry, { day, userId: user.id }) })
  const { errors, isSubmitting } = form.formState
  const field = fieldOf(form)
  const userId = form.watch('user_id')
  const rate = useRate({ matter: form.watch('case_id'), day: form.watch('day'), userId })
  const draft = useDraft(form, () => `time-entries ${entry?.id ?? 'new'}`)
  const save = form.handleSubmit(async (values) => {
    if (showUnread(form, values)) return
    try {
      const isSaved = await saveEntry(entry, values)
      draft.settle()
      toast(isSaved ? (entry ? 'Time entry saved' : 'Time entry created') : keptTheirs)
      onClose()
    } catch (error) {
      const message = placeErrors(form, error)
      if (message) form.setError('root', { message })
    }
  })
  const [isDeleting, setDeleting] = useState(false)
  const remove = useAction('DELETE /time-entries/{id}', {
    invalidates: [],
    onDone: () => {
      toast('Time entry deleted')
      onClose()
      void refreshWithout('GET /time-entries/{id}', entry?.id ?? 0)
    },
  })
  const [what, setWhat] = useState(begin)
  const choice = !entry && (
    <div className="mb-4 flex">
      <Segments label="Type of entry" choices={kinds} value={what} onChange={setWhat} />
    </div>
  )
  if (what === 'expense')
    return (
      <Dialog open onClose={onClose} title="New expense">
        {choice}
        <ExpenseForm begin={{ case_id: form.getValues('case_id'), date: form.getValues('day') }} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={title}>
      {choice}
      <Form of={{ onSubmit: (event) => void save(event), draft }}>
        <RecordPickerField
          kind="matter"
          label="Matter"
          error={errors.case_id?.message}
          value={form.watch('case_id')}
          onChange={(id) => form.setValue('case_id', id)}
        />
        <TextareaField label="Description" rows={2} {...field('description')} />
        <div className="grid gap-4 sm:grid-cols-3">
          <DurationField label="Duration" placeholder="1h 12m" {...field('duration')} />
          <DayField label="Day" {...field('day')} />
          <MoneyField
            label="Hourly rate"
            per="/h"
            placeholder={rate.placeholder}
            hint={rate.hint}
            {...field('hourly_rate')}
          />
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <WhoField value={userId} error={errors.user_id?.message} onChange={(id) => form.setValue('user_id', id)} />
          <CheckboxField label="Billable" {...form.register('is_billable')} />
        </div>
        <FormActions
          action={entry ? 'Save' : 'Create time entry'}
          error={errors.root?.message}
          isBusy={isSubmitting}
          onCancel={onClose}
        >
          {entry && (
            <Button tone="quiet" onClick={() => setDeleting(true)}>
              Delete…
            </Button>
          )}
        </FormActions>
      </Form>
      {entry && (
        <ConfirmDialog
          open={isDeleting}
          onClose={() => setDeleting(false)}
          title={`Delete “${nameOfEntry(entry)}”?`}
          action="Delete time entry"
          onConfirm={() => remove.mutate({ params: { id: entry.id } })}
          isBusy={remove.isPending}
          error={remove.error?.message}
        >
          {entry.duration === null ? 'The entry' : formatHours(entry.duration)} of {longDay(dayOfEntry(entry))} will be
          deleted. This cannot be undone.
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
