import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { currencyOptions } from '../../components/forms/currencies.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { DayField } from '../../components/forms/typed/typed-field.tsx'
import type { FormAction } from '../../components/forms/use-form-action.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { isWork, linesOfWork } from '../invoice-lines/typed-lines.ts'
import type { TaxRate } from './invoice.ts'
import type { InvoiceValues } from '../invoice-lines/typed-lines.ts'
import { LineEditor } from '../invoice-lines/line-editor.tsx'
import { useIssuedMovesDue } from './use-issued-moves-due.ts'

interface InvoiceFormProps {
  readonly form: UseFormReturn<InvoiceValues>
  readonly taxes: readonly TaxRate[]
  readonly save: FormAction
  readonly action: string
  readonly onCancel: () => void
  /** A new invoice begins with all unbilled time and expenses of its client. Default false. */
  readonly takesTime?: boolean
}

export function InvoiceForm({ form, taxes, save, action, onCancel, takesTime = false }: InvoiceFormProps) {
  const field = fieldOf(form)
  const issued = useIssuedMovesDue(form)
  const currencies = useMemo(currencyOptions, [])
  useShortcuts([{ keys: '⌘Enter', scope: 'This page', label: action, run: () => save.onSubmit() }])
  const { errors } = form.formState
  const clientId = form.watch('client_user_id')
  const time = useCall(
    'GET /unbilled-time/{id}',
    { params: { id: clientId ?? 0 } },
    { enabled: clientId !== null, keep: false },
  )
  const unbilled = linesOfWork((clientId === null ? undefined : time.data) ?? { data: [], expenses: [] }, taxes)
  const expenses = unbilled.filter((line) => line.expense_id !== null).length
  // The time and expenses on an invoice are its client's: with another client its lines are replaced.
  const change = (id: number | null) => {
    form.setValue('client_user_id', id)
    const free = form.getValues('lines').filter((line) => !isWork(line) && line.description !== '')
    form.setValue('lines', free)
    form.setValue('case_id', null)
  }
  const isUntouched = takesTime && form.watch('lines').length === 0 && unbilled.length > 0
  return (
    <Form of={save} className="flex flex-col gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <RecordPickerField
          kind="client"
          label="Client"
          error={errors.client_user_id?.message}
          value={clientId}
          onChange={change}
        />
        <RecordPickerField
          kind="matter"
          label="Matter"
          optional
          error={errors.case_id?.message}
          value={form.watch('case_id')}
          onChange={(id) => form.setValue('case_id', id)}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <DayField label="Issued" {...issued} />
        <DayField label="Due" {...field('due_date')} />
        <SelectField label="Currency" empty="None" options={currencies} {...field('currency')} />
      </div>
      {isUntouched && (
        <p className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-4 py-2 text-table">
          {unbilledText(unbilled.length - expenses, expenses)}
          <Button size="sm" onClick={() => form.setValue('lines', unbilled)}>
            Bill all
          </Button>
        </p>
      )}
      <LineEditor {...{ form, unbilled, taxes }} />
      <FormError message={save.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" isBusy={save.isBusy}>
          {action}
        </Button>
      </div>
    </Form>
  )
}

function unbilledText(entries: number, expenses: number): string {
  const time = entries > 0 && `${entries} time ${entries === 1 ? 'entry' : 'entries'}`
  const spent = expenses > 0 && `${expenses} ${expenses === 1 ? 'expense' : 'expenses'}`
  return `${[time, spent].filter(Boolean).join(' and ')} ${entries + expenses === 1 ? 'is' : 'are'} unbilled.`
}
