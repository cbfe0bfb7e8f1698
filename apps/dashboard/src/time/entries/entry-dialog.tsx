import { useForm } from 'react-hook-form'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { RecordPickerField } from '../../records/record-picker.tsx'
import { parseHours } from '../duration.ts'
import { deleteEntry, entryStatuses } from './entry.ts'
import type { Entry } from './entry.ts'
import { saveEntry, valuesOf } from './entry-values.ts'
import type { EntryValues } from './entry-values.ts'
import { useRate } from './use-rate.ts'
import type { Day } from '../days.ts'
import { placeErrors } from '../../components/forms/server-errors.ts'

interface EntryDialogProps {
  /** Without one, a new entry is made. */
  readonly entry?: Entry | undefined
  /** The day of a new one. */
  readonly day?: Day | undefined
  readonly title?: string
  readonly onClose: () => void
}

/** One time entry, new or recorded. */
export function EntryDialog({
  entry,
  day,
  title = entry ? 'Time entry' : 'New time entry',
  onClose,
}: EntryDialogProps) {
  const form = useForm<EntryValues>({ defaultValues: valuesOf(entry, day) })
  const { errors, isSubmitting } = form.formState
  const field = fieldOf(form)
  const rate = useRate(form.watch('case_id'), form.watch('day'))
  const save = form.handleSubmit(async (values) => {
    const hours = parseHours(values.duration)
    if (values.duration !== '' && hours === undefined) {
      form.setError('duration', { message: 'Such as 1h 12m, 1:12, 72min, 1.2h or 1.2' }, { shouldFocus: true })
      return
    }
    try {
      await saveEntry(entry, values, hours)
      toast(entry ? 'Time entry saved' : 'Time entry created')
      onClose()
    } catch (error) {
      const message = placeErrors(form, error)
      if (message) form.setError('root', { message })
    }
  })
  async function remove() {
    try {
      await deleteEntry(entry?.id ?? 0)
      toast('Time entry deleted')
      onClose()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <RecordPickerField
          kind="matter"
          label="Matter"
          error={errors.case_id?.message}
          value={form.watch('case_id')}
          onChange={(id) => form.setValue('case_id', id)}
        />
        <TextareaField label="Description" rows={2} {...field('description')} />
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label="Duration" placeholder="1h 12m" {...field('duration')} />
          <TextField label="Day" type="date" {...field('day')} />
          <TextField
            label="Hourly rate"
            optional
            inputMode="decimal"
            placeholder={rate.placeholder}
            hint={rate.hint}
            {...field('hourly_rate')}
          />
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <SelectField label="Status" options={entryStatuses} {...field('status')} />
          <CheckboxField label="Billable" {...form.register('is_billable')} />
        </div>
        <FormActions
          action={entry ? 'Save' : 'Create time entry'}
          error={errors.root?.message}
          isBusy={isSubmitting}
          onCancel={onClose}
        >
          {entry && (
            <Button tone="quiet" onClick={() => void remove()}>
              Delete
            </Button>
          )}
        </FormActions>
      </form>
    </Dialog>
  )
}
