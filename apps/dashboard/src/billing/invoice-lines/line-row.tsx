import { lineNet } from '@matterbase/schemas/invoice-totals'
import { paperWordsIn } from '@matterbase/schemas/paper-words'
import type { PaperWords } from '@matterbase/schemas/paper-words'
import { digitsOf } from '@matterbase/schemas/writing'
import { Clock, Receipt, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { firmFormat } from '../../api/firm-format.ts'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { FieldError } from '../../components/forms/form-error.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { TypedBox } from '../../components/forms/typed/typed-box.tsx'
import { money, number, percent } from '../../components/forms/typed/typed-kind.ts'
import { formatDecimal } from '../../components/values/formats.ts'
import { taxValue } from '../invoices/invoice.ts'
import type { TaxRate } from '../invoices/invoice.ts'
import { AmountNote } from './amount-note.tsx'
import { emptyLine } from './typed-lines.ts'
import type { InvoiceValues, LineValues } from './typed-lines.ts'

/** The columns between the description and the amount. */
export const figureColumns = [
  { name: 'quantity', label: 'Hours', ofExpense: 'Quantity', kind: () => number() },
  { name: 'unit_price', label: 'Rate', ofExpense: 'Price', kind: money },
  { name: 'discount_percent', label: 'Discount %', ofExpense: 'Discount %', kind: percent },
] as const

interface LineRowProps {
  readonly form: UseFormReturn<InvoiceValues>
  /** The index of the line. */
  readonly at: number
  readonly taxes: readonly TaxRate[]
  /** The columns, as in the head. */
  readonly gridClass: string
  readonly onRemove: () => void
}

/** One line of an invoice in the form. */
export function LineRow({ form, at, taxes, gridClass, onRemove }: LineRowProps) {
  const line = form.watch('lines')[at] ?? emptyLine(taxes)
  const errors = form.formState.errors.lines?.[at]
  const message = messageOf(errors)
  const currency = form.watch('currency') || null
  const digits = digitsOf(currency)
  const net = lineNet(line, digits)
  // The columns are too narrow for the sign of the currency.
  const options = { currency, hasSign: false, canBeNegative: true }
  const input = (name: keyof LineValues, label: string) => ({
    'aria-label': `${label}, line ${at + 1}`,
    'aria-invalid': errors?.[name] ? (true as const) : undefined,
    ...form.register(`lines.${at}.${name}`),
  })
  return (
    <li className="border-b border-line px-4 py-2">
      <div className={`${gridClass} items-end`}>
        <span className="col-span-2 flex items-center gap-2 md:col-span-1">
          <WorkIcon {...line} />
          <TextInput
            {...input('description', 'Description')}
            placeholder={placeholderOf(line, paperWordsIn(firmFormat().locale))}
          />
        </span>
        {figureColumns.map((column) => {
          const label = line.kind === 'expense' ? column.ofExpense : column.label
          const placeholder = column.name === 'discount_percent' ? '0' : label
          return (
            <LineCell key={column.name} label={label}>
              <TypedBox {...input(column.name, label)} kind={column.kind(options)} placeholder={placeholder} />
            </LineCell>
          )
        })}
        {taxes.length > 0 && (
          <LineCell label="Tax">
            <Select {...input('tax', 'Tax')} options={taxOptions(taxes, line.tax)} />
          </LineCell>
        )}
        <LineCell label="Amount">
          <TypedBox
            {...input('net', 'Amount')}
            kind={money({ ...options, isExact: true })}
            placeholder={net ? formatDecimal(net, digits) : 'Amount'}
          />
        </LineCell>
        <IconButton
          label={`Remove line ${at + 1}`}
          icon={<Trash2 className="size-3.5" />}
          className="max-md:col-start-2 max-md:justify-self-end"
          onClick={onRemove}
        />
      </div>
      {!message && isWithoutAmount(line) && (
        <p className="mt-1 text-meta text-warn">Without a rate or an amount this line bills nothing.</p>
      )}
      {!message && <AmountNote {...{ form, at, line, digits }} />}
      <FieldError message={message} className="mt-1" />
    </li>
  )
}

/** A value of a line. Narrow windows have no head, so it shows its label. */
function LineCell({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <span className="min-w-0">
      <span aria-hidden="true" className="text-meta text-muted md:hidden">
        {label}
      </span>
      {children}
    </span>
  )
}

/** Marks a line that bills recorded time or an expense. */
function WorkIcon({ time_entry_id: time, expense_id: expense }: LineValues) {
  if (time === null && expense === null) return null
  const [Icon, label] = time === null ? [Receipt, 'Expense'] : [Clock, 'Recorded time']
  return <Icon role="img" aria-label={label} className="size-3.5 shrink-0 text-muted" />
}

const errorOrder = [
  'time_entry_id',
  'expense_id',
  'description',
  'quantity',
  'unit_price',
  'net',
  'discount_percent',
  'tax',
] as const

const messageOf = (errors: FieldErrors<LineValues> | undefined) =>
  errorOrder.map((name) => errors?.[name]?.message).find(Boolean)

const isWithoutAmount = ({ quantity, unit_price: price, net }: LineValues) =>
  quantity.trim() !== '' && `${price}${net}`.trim() === ''

/** The PDF prints this if the description is empty. */
const placeholderOf = ({ time_entry_id: time, expense_id: expense }: LineValues, words: PaperWords) =>
  time !== null ? words.time : expense !== null ? words.expense : 'Description'

/** The line keeps a tax that was removed from the settings. */
function taxOptions(taxes: readonly TaxRate[], value: string) {
  const known = taxes.map((tax) => ({ value: taxValue(tax), label: tax.name }))
  return known.some((option) => option.value === value) ? known : [{ value, label: value || 'None' }, ...known]
}
