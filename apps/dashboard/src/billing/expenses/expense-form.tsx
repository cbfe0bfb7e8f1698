import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { keptTheirs } from '../../api/change.ts'
import { refreshWithout, useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { useDraft } from '../../components/forms/drafts/use-draft.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { placeErrors } from '../../components/forms/server-errors.ts'
import { showUnread } from '../../components/forms/show-unread.ts'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { DayField, MoneyField, NumberField } from '../../components/forms/typed/typed-field.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { formatMoney } from '../../components/values/formats.ts'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { amountOf, costTypes, nameOfExpense, saveExpense, valuesOf } from './expense.ts'
import type { Expense, ExpenseValues } from './expense.ts'
import { ExpenseTaxField } from './expense-tax-field.tsx'

interface ExpenseFormProps {
  /** Without one, a new expense is recorded. */
  readonly expense?: Expense | undefined
  /** What a new one begins with. */
  readonly begin?: Partial<ExpenseValues>
  readonly onClose: () => void
}

/** One expense, new or recorded, in a dialog. */
export function ExpenseForm({ expense: shown, begin, onClose }: ExpenseFormProps) {
  // The record as it was when the dialog opened. A refetch can replace it in the meantime.
  const [expense] = useState(shown)
  const form = useForm<ExpenseValues>({ defaultValues: valuesOf(expense, begin) })
  const [tax, setTax] = useState<string>()
  const { errors, isSubmitting } = form.formState
  const field = fieldOf(form)
  const draft = useDraft(form, () => `expenses ${expense?.id ?? 'new'}`)
  const save = form.handleSubmit(async (values) => {
    if (showUnread(form, values)) return
    try {
      const isSaved = await saveExpense(expense, values, tax)
      draft.settle()
      toast(isSaved ? (expense ? 'Expense saved' : 'Expense recorded') : keptTheirs)
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
          <MoneyField label="Price" hint="Per unit, without tax." {...field('unit_price')} />
          <NumberField label="Quantity" {...field('quantity')} />
          <DayField label="Day" {...field('date')} />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField label="Cost type" options={costTypes} {...field('kind')} />
          <TextField label="Paid to" {...field('vendor')} />
          <TextField label="UTBMS code" placeholder="E112" {...field('code')} />
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <CheckboxField label="Billable" {...form.register('is_billable')} />
          <ExpenseTaxField expense={expense} value={tax} onChange={setTax} />
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
      </Form>
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
          {formatMoney(amountOf(expense))} will not be billed. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}
