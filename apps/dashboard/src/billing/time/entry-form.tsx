import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { refreshWithout, useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { DayField, DurationField, MoneyField } from '../../components/forms/typed/typed-field.tsx'
import type { FormAction } from '../../components/forms/use-form-action.ts'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { formatHours } from '../../components/values/formats.ts'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { useRate } from '../rates/use-rate.ts'
import { longDay } from './days.ts'
import type { EntryValues } from './entry-values.ts'
import { dayOfEntry, nameOfEntry } from './entry.ts'
import type { Entry } from './entry.ts'
import { MemberField } from '../../components/forms/member-field.tsx'

interface EntryFormProps {
  readonly entry: Entry | undefined
  readonly form: UseFormReturn<EntryValues>
  readonly save: FormAction
  readonly onClose: () => void
}

/** The fields of a time entry, in a dialog. */
export function EntryForm({ entry, form, save, onClose }: EntryFormProps) {
  const [isDeleting, setDeleting] = useState(false)
  const { errors } = form.formState
  const field = fieldOf(form)
  const userId = form.watch('user_id')
  const rate = useRate({ matter: form.watch('case_id'), day: form.watch('day'), userId })
  return (
    <>
      <Form of={save}>
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
          <DayField label="Day" missingYear="last" {...field('day')} />
          <MoneyField label="Hourly rate" per="/h" {...rate} {...field('hourly_rate')} />
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <MemberField value={userId} error={errors.user_id?.message} onChange={(id) => form.setValue('user_id', id)} />
          <CheckboxField label="Billable" {...form.register('is_billable')} />
        </div>
        <FormActions {...save} action={entry ? 'Save' : 'Create time entry'} onCancel={onClose}>
          {entry && (
            <Button tone="quiet" onClick={() => setDeleting(true)}>
              Delete…
            </Button>
          )}
        </FormActions>
      </Form>
      {entry && (
        <DeleteEntry entry={entry} isOpen={isDeleting} onCancel={() => setDeleting(false)} onDeleted={onClose} />
      )}
    </>
  )
}

interface DeleteEntryProps {
  readonly entry: Entry
  readonly isOpen: boolean
  readonly onCancel: () => void
  readonly onDeleted: () => void
}

function DeleteEntry({ entry, isOpen, onCancel, onDeleted }: DeleteEntryProps) {
  const remove = useAction('DELETE /time-entries/{id}', {
    invalidates: [],
    onDone: () => {
      toast('Time entry deleted')
      onDeleted()
      void refreshWithout('GET /time-entries/{id}', entry.id)
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onCancel}
      title={`Delete “${nameOfEntry(entry)}”?`}
      action="Delete time entry"
      onConfirm={() => remove.mutate({ params: { id: entry.id } })}
      isBusy={remove.isPending}
      error={remove.error?.message}
    >
      {entry.duration === null ? 'The entry' : formatHours(entry.duration)} of {longDay(dayOfEntry(entry))} will be
      deleted. This cannot be undone.
    </ConfirmDialog>
  )
}
