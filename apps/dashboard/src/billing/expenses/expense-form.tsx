import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { keptTheirs } from '../../api/conflicts.ts'
import { refreshWithout, useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { DayField, MoneyField, NumberField } from '../../components/forms/typed/typed-field.tsx'
import { useFormSave } from '../../components/forms/use-form-action.ts'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { formatMoney } from '../../components/values/formats.ts'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { ExpenseTaxField } from './expense-tax-field.tsx'
import { amountOf, costTypes, nameOfExpense, saveExpense, valuesOf } from './expense.ts'
import type { ChosenTax, Expense, ExpenseValues } from './expense.ts'

interface ExpenseFormProps {
  /** Without it, the form records a new expense. */
  readonly expense?: Expense | undefined
  /** Initial values of a new expense. */
  readonly begin?: Partial<ExpenseValues>
  readonly onClose: () => void
}

/** One expense, new or recorded, in a dialog. */
export function ExpenseForm({ expense: given, begin, onClose }: ExpenseFormProps) {
  // The record as it was when the dialog opened. A refetch can replace it in the meantime.
  const [expense] = useState(given)
  const form = useForm<ExpenseValues>({ defaultValues: valuesOf(expense, begin) })
  const [tax, setTax] = useState<ChosenTax>()
  const [isDeleting, setDeleting] = useState(false)
  const field = fieldOf(form)
  const save = useFormSave(
    form,
    `expenses ${expense?.id ?? 'new'}`,
    (values, attempt) => saveExpense(expense, values, tax, attempt),
    (isSaved) => {
      toast(isSaved ? (expense ? 'Expense saved' : 'Expense recorded') : keptTheirs)
      onClose()
    },
  )
  return (
    <>
      <Form of={save}>
        <RecordPickerField
          kind="matter"
          label="Matter"
          error={form.formState.errors.case_id?.message}
          value={form.watch('case_id')}
          onChange={(id) => form.setValue('case_id', id)}
        />
        <TextareaField label="Description" rows={2} {...field('description')} />
        <div className="grid gap-4 sm:grid-cols-3">
          <MoneyField label="Price" hint="Per unit, without tax." {...field('unit_price')} />
          <NumberField label="Quantity" {...field('quantity')} />
          <DayField label="Day" missingYear="last" {...field('date')} />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField label="Cost type" options={costTypes} {...field('kind')} />
          <TextField label="Paid to" {...field('vendor')} />
          <TextField label="UTBMS code" placeholder="E112" {...field('code')} />
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <CheckboxField label="Billable" {...form.register('is_billable')} />
          <ExpenseTaxField expense={expense} value={tax?.value} onChange={setTax} />
        </div>
        <FormActions {...save} action={expense ? 'Save' : 'Record expense'} onCancel={onClose}>
          {expense && (
            <Button tone="quiet" onClick={() => setDeleting(true)}>
              Delete…
            </Button>
          )}
        </FormActions>
      </Form>
      {expense && (
        <DeleteExpense expense={expense} isOpen={isDeleting} onCancel={() => setDeleting(false)} onDeleted={onClose} />
      )}
    </>
  )
}

interface DeleteExpenseProps {
  readonly expense: Expense
  readonly isOpen: boolean
  readonly onCancel: () => void
  readonly onDeleted: () => void
}

function DeleteExpense({ expense, isOpen, onCancel, onDeleted }: DeleteExpenseProps) {
  const remove = useAction('DELETE /expenses/{id}', {
    invalidates: [],
    onDone: () => {
      toast('Expense deleted')
      onDeleted()
      void refreshWithout('GET /expenses/{id}', expense.id)
    },
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onCancel}
      title={`Delete “${nameOfExpense(expense)}”?`}
      action="Delete expense"
      onConfirm={() => remove.mutate({ params: { id: expense.id } })}
      isBusy={remove.isPending}
      error={remove.error?.message}
    >
      {formatMoney(amountOf(expense))} will not be billed. This cannot be undone.
    </ConfirmDialog>
  )
}
