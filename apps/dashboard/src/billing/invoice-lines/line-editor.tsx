import { digitsOf } from '@matterbase/schemas/writing'
import { Clock, Plus, Receipt } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../components/buttons/button.tsx'
import { FieldError } from '../../components/forms/form-error.tsx'
import type { TaxRate } from '../invoices/invoice.ts'
import { figureColumns, LineRow } from './line-row.tsx'
import { LineTotals } from './line-totals.tsx'
import { emptyLine } from './typed-lines.ts'
import type { InvoiceValues, LineValues } from './typed-lines.ts'

interface LineEditorProps {
  readonly form: UseFormReturn<InvoiceValues>
  /** A line for each unbilled time entry and expense of the client. */
  readonly unbilled: readonly LineValues[]
  readonly taxes: readonly TaxRate[]
}

const grid = 'grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_4.5rem_6rem_5.5rem_7rem_2rem]'
const taxedGrid = 'grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_4.5rem_6rem_5.5rem_6.5rem_7rem_2rem]'

/** The lines of an invoice: time, expenses and free lines. */
export function LineEditor({ form, unbilled, taxes }: LineEditorProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  const lines = form.watch('lines')
  const error = form.formState.errors.lines?.root?.message ?? form.formState.errors.lines?.message
  const gridClass = taxes.length > 0 ? taxedGrid : grid
  return (
    <section aria-label="Lines" className="rounded-md border border-line bg-raised">
      <LineHead
        gridClass={gridClass}
        isTaxed={taxes.length > 0}
        hasExpenses={lines.some(({ kind }) => kind === 'expense')}
      />
      <FieldError message={error} className="px-4 pt-2" />
      <ul>
        {fields.map((field, at) => (
          <LineRow key={field.id} {...{ form, at, taxes, gridClass }} onRemove={() => remove(at)} />
        ))}
      </ul>
      <div className="flex flex-wrap items-start gap-2 px-4 py-3">
        <Button icon={<Plus className="size-3.5" />} onClick={() => append(emptyLine(taxes))}>
          Add line
        </Button>
        <UnbilledButtons lines={lines} unbilled={unbilled} onAdd={append} />
        <LineTotals lines={lines} digits={digitsOf(form.watch('currency') || null)} isTaxed={taxes.length > 0} />
      </div>
    </section>
  )
}

interface LineHeadProps {
  readonly gridClass: string
  readonly isTaxed: boolean
  readonly hasExpenses: boolean
}

function LineHead({ gridClass, isTaxed, hasExpenses }: LineHeadProps) {
  return (
    <div className={`${gridClass} border-b border-line px-4 py-2 text-meta text-muted max-md:hidden`}>
      <span>Description</span>
      {figureColumns.map(({ name, label, ofExpense }) => (
        <span key={name} className="text-right">
          {hasExpenses ? ofExpense : label}
        </span>
      ))}
      {isTaxed && <span>Tax</span>}
      <span className="text-right">Amount</span>
    </div>
  )
}

const workKinds = [
  { name: 'time_entry_id', what: 'time', Icon: Clock },
  { name: 'expense_id', what: 'expenses', Icon: Receipt },
] as const

interface UnbilledButtonsProps {
  readonly lines: readonly LineValues[]
  readonly unbilled: readonly LineValues[]
  readonly onAdd: (lines: LineValues[]) => void
}

/** Buttons that add the unbilled time or expenses that the invoice does not bill yet. */
function UnbilledButtons({ lines, unbilled, onAdd }: UnbilledButtonsProps) {
  return workKinds.map(({ name, what, Icon }) => {
    const missing = unbilled.filter(({ [name]: id }) => id !== null && !lines.some((line) => line[name] === id))
    return missing.length === 0 ? null : (
      <Button key={name} icon={<Icon className="size-3.5" />} onClick={() => onAdd(missing)}>
        Add unbilled {what} ({missing.length})
      </Button>
    )
  })
}
