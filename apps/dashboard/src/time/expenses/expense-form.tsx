import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { refreshWithout, useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { placeErrors } from '../../components/forms/server-errors.ts'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { DayField } from '../../components/forms/day/day-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { RecordPickerField } from '../../records/record-picker.tsx'
import { workStatuses } from '../time-search.ts'
import { expenseKinds, nameOfExpense, saveExpense, valuesOf } from './expense.ts'
import type { Expense, ExpenseValues } from './expense.ts'

interface ExpenseFormProps {
  /** Without one, a new expense is recorded. */
  readonly expense?: Expense | undefined
  /** What a new one begins with. */
  readonly begin?: Partial<ExpenseValues>
  readonly onClose: () => void
}

/** One expense, new or recorded, in a dialog. */
export function ExpenseForm({ expense: shown, begin, onClose }: ExpenseFormProps) {
  // As it was when the dialog opened: it may be asked for again meanwhile.
  const [expense] = useState(shown)
  const form = useForm<ExpenseValues>({ defaultValues: valuesOf(expense, begin) })
  const { errors, isSubmitting } = form.formState
  const field = fieldOf(form)
  const save = form.handleSubmit(async (values) => {
    try {
      await saveExpense(expense, values)
      toast(expense ? 'Expense saved' : 'Expense recorded')
      onClose()
    } catch (error) {
      const message = placeErrors(form, error)
      if (message) form.setError('root', { message })
    }
  })
  const [isDeleting, setDeleting] = useState(false)
  const remove = useAction('DELETE /expenses/{id}', {
    invalidates: [],
    onDone: () => {
      toast('Expense deleted')
      onClose()
      void refreshWithout('GET /expenses/{id}', expense?.id ?? 0)
    },
  })
  return (
    <>
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
          <TextField label="Price" inputMode="decimal" hint="Of one, without tax." {...field('unit_price')} />
          <TextField label="Quantity" inputMode="decimal" {...field('quantity')} />
          <DayField label="Day" {...field('date')} />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField label="Kind" options={expenseKinds} {...field('kind')} />
          <TextField label="Paid to" {...field('vendor')} />
          <TextField label="UTBMS code" placeholder="E112" {...field('code')} />
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <SelectField label="Status" options={workStatuses} {...field('status')} />
          <CheckboxField label="Billable" {...form.register('is_billable')} />
        </div>
        <FormActions
          action={expense ? 'Save' : 'Record expense'}
          error={errors.root?.message}
          isBusy={isSubmitting}
          onCancel={onClose}
        >
          {expense && (
            <Button tone="quiet" onClick={() => setDeleting(true)}>
              Delete…
            </Button>
          )}
        </FormActions>
      </form>
      {expense && (
        <ConfirmDialog
          open={isDeleting}
          onClose={() => setDeleting(false)}
          title={`Delete “${nameOfExpense(expense)}”?`}
          action="Delete expense"
          onConfirm={() => remove.mutate({ params: { id: expense.id } })}
          isBusy={remove.isPending}
          error={remove.error?.message}
        >
          It will be gone for good.
        </ConfirmDialog>
      )}
    </>
  )
}
