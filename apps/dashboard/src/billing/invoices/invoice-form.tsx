import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { currencyOptions } from '../../components/forms/countries-and-currencies.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { DayField } from '../../components/forms/typed/typed-field.tsx'
import type { FormAction } from '../../components/forms/use-form-action.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'
import { LineEditor } from '../invoice-lines/line-editor.tsx'
import { isWork, linesOfWork } from '../invoice-lines/typed-lines.ts'
import type { InvoiceValues, LineValues } from '../invoice-lines/typed-lines.ts'
import type { TaxRate } from './invoice.ts'
import { useIssueDate } from './use-issue-date.ts'

interface InvoiceFormProps {
  readonly form: UseFormReturn<InvoiceValues>
  readonly taxes: readonly TaxRate[]
  readonly save: FormAction
  readonly action: string
  readonly onCancel: () => void
  /** Offers all unbilled time and expenses of the client while there are no lines. Default false. */
  readonly offersUnbilled?: boolean
}

export function InvoiceForm({ form, taxes, save, action, onCancel, offersUnbilled = false }: InvoiceFormProps) {
  const field = fieldOf(form)
  const issueDate = useIssueDate({
    issueDate: field('issue_date'),
    dates: () => form.getValues(['issue_date', 'due_date']),
    setDueDate: (day) => form.setValue('due_date', day),
  })
  const currencies = useMemo(currencyOptions, [])
  useShortcuts([{ keys: '⌘Enter', scope: 'This page', label: action, run: () => save.onSubmit() }])
  const unbilled = useUnbilledLines(form.watch('client_user_id'), taxes)
  return (
    <Form of={save} className="flex flex-col gap-5">
      <ClientAndMatter form={form} />
      <div className="grid gap-4 sm:grid-cols-3">
        <DayField label="Issued" {...issueDate} />
        <DayField label="Due" missingYear="next" {...field('due_date')} />
        <SelectField label="Currency" empty="None" options={currencies} {...field('currency')} />
      </div>
      {offersUnbilled && form.watch('lines').length === 0 && unbilled.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-4 py-2 text-table">
          {unbilledText(unbilled)}
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

function ClientAndMatter({ form }: { readonly form: UseFormReturn<InvoiceValues> }) {
  const { errors } = form.formState
  // Time and expenses belong to a client, so another client removes their lines.
  const setClient = (id: number | null) => {
    form.setValue('client_user_id', id)
    const free = form.getValues('lines').filter((line) => !isWork(line) && line.description !== '')
    form.setValue('lines', free)
    form.setValue('case_id', null)
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <RecordPickerField
        kind="client"
        label="Client"
        error={errors.client_user_id?.message}
        value={form.watch('client_user_id')}
        onChange={setClient}
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
  )
}

/** A line for each unbilled time entry and expense of a client. */
function useUnbilledLines(clientId: number | null, taxes: readonly TaxRate[]): LineValues[] {
  const { data } = useCall(
    'GET /unbilled-time/{id}',
    { params: { id: clientId ?? 0 } },
    { enabled: clientId !== null, keep: false },
  )
  return clientId === null || !data ? [] : linesOfWork(data, taxes)
}

function unbilledText(lines: readonly LineValues[]): string {
  const expenses = lines.filter((line) => line.expense_id !== null).length
  const entries = lines.length - expenses
  const time = entries > 0 && `${entries} time ${entries === 1 ? 'entry' : 'entries'}`
  const spent = expenses > 0 && `${expenses} ${expenses === 1 ? 'expense' : 'expenses'}`
  return `${[time, spent].filter(Boolean).join(' and ')} ${lines.length === 1 ? 'is' : 'are'} unbilled.`
}
