import { lineNet } from '@matterbase/schemas/invoice-totals'
import { digitsOf } from '@matterbase/schemas/writing'
import { Clock, Plus, Receipt, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { TypedBox } from '../../components/forms/typed/typed-box.tsx'
import { money, number, percent } from '../../components/forms/typed/typed-kind.ts'
import { formatDecimal } from '../../components/values/formats.ts'
import { emptyLine } from './typed-lines.ts'
import type { TaxRate } from '../invoices/invoice.ts'
import type { InvoiceValues, LineValues } from './typed-lines.ts'
import { LineCell } from './line-cell.tsx'
import { optionsOf, placeholderOf } from './line-choices.ts'
import { LineTotals } from './line-totals.tsx'
import { WorkIcon } from './work-icon.tsx'

interface LineEditorProps {
  readonly form: UseFormReturn<InvoiceValues>
  /** A line for each time entry and expense of the client that waits to be billed. */
  readonly unbilled: readonly LineValues[]
  readonly taxes: readonly TaxRate[]
}

const grid = 'grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_4.5rem_6rem_5.5rem_7rem_2rem]'
const taxedGrid = 'grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_4.5rem_6rem_5.5rem_6.5rem_7rem_2rem]'

const figures = [
  { name: 'quantity', label: 'Hours', ofExpense: 'Quantity', kind: () => number() },
  { name: 'unit_price', label: 'Rate', ofExpense: 'Price', kind: money },
  { name: 'discount_percent', label: 'Discount %', ofExpense: 'Discount %', kind: percent },
] as const

const adds = [
  { name: 'time_entry_id', what: 'time', Icon: Clock },
  { name: 'expense_id', what: 'expenses', Icon: Receipt },
] as const

/** The lines of an invoice: time, expenses and free lines. */
export function LineEditor({ form, unbilled, taxes }: LineEditorProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  const lines = form.watch('lines')
  const hasExpenses = lines.some(({ kind }) => kind === 'expense')
  const errors = form.formState.errors.lines
  const waiting = (name: 'time_entry_id' | 'expense_id') =>
    unbilled.filter(({ [name]: id }) => id !== null && !lines.some((line) => line[name] === id))
  const currency = form.watch('currency') || null
  const digits = digitsOf(currency)
  // The columns are too narrow for signs.
  const options = { currency, hasSign: false, canBeNegative: true }
  const row = taxes.length > 0 ? taxedGrid : grid
  return (
    <section aria-label="Lines" className="rounded-md border border-line bg-raised">
      <div className={`${row} border-b border-line px-4 py-2 text-meta text-muted max-md:hidden`}>
        <span>Description</span>
        {figures.map(({ name, label, ofExpense }) => (
          <span key={name} className="text-right">
            {hasExpenses ? ofExpense : label}
          </span>
        ))}
        {taxes.length > 0 && <span>Tax</span>}
        <span className="text-right">Amount</span>
      </div>
      {(errors?.root?.message ?? errors?.message) ? (
        <p role="alert" className="px-4 pt-2 text-meta font-medium text-bad">
          {errors.root?.message ?? errors.message}
        </p>
      ) : null}
      <ul>
        {fields.map((field, at) => {
          const line = lines[at] ?? emptyLine(taxes)
          const wrong = errors?.[at]
          const messages = [
            wrong?.time_entry_id,
            wrong?.expense_id,
            wrong?.description,
            wrong?.quantity,
            wrong?.unit_price,
            wrong?.net,
          ]
          const message = [...messages, wrong?.discount_percent, wrong?.tax].find((error) => error?.message)?.message
          const input = (name: keyof typeof line, label: string) => ({
            'aria-label': `${label}, line ${at + 1}`,
            'aria-invalid': wrong?.[name] ? (true as const) : undefined,
            ...form.register(`lines.${at}.${name}`),
          })
          const net = lineNet(line, digits)
          return (
            <li key={field.id} className="border-b border-line px-4 py-2">
              <div className={`${row} items-end`}>
                <span className="col-span-2 flex items-center gap-2 md:col-span-1">
                  <WorkIcon {...line} />
                  <TextInput {...input('description', 'Description')} placeholder={placeholderOf(line)} />
                </span>
                {figures.map(({ name, label, ofExpense, kind }) => {
                  const called = line.kind === 'expense' ? ofExpense : label
                  return (
                    <LineCell key={name} label={called}>
                      <TypedBox
                        {...input(name, called)}
                        kind={kind(options)}
                        placeholder={name === 'discount_percent' ? '0' : called}
                      />
                    </LineCell>
                  )
                })}
                {taxes.length > 0 && (
                  <LineCell label="Tax">
                    <Select {...input('tax', 'Tax')} options={optionsOf(taxes, line.tax)} />
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
                  onClick={() => remove(at)}
                />
              </div>
              {!message && line.quantity.trim() !== '' && `${line.unit_price}${line.net}`.trim() === '' && (
                <p className="mt-1 text-meta text-warn">Without a rate or an amount this line bills nothing.</p>
              )}
              {message && (
                <p role="alert" className="mt-1 text-meta font-medium text-bad">
                  {message}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap items-start gap-2 px-4 py-3">
        <Button icon={<Plus className="size-3.5" />} onClick={() => append(emptyLine(taxes))}>
          Add line
        </Button>
        {adds.map(({ name, what, Icon }) => {
          const more = waiting(name)
          return more.length === 0 ? null : (
            <Button key={name} icon={<Icon className="size-3.5" />} onClick={() => append(more)}>
              Add unbilled {what} ({more.length})
            </Button>
          )
        })}
        <LineTotals lines={lines} digits={digits} isTaxed={taxes.length > 0} />
      </div>
    </section>
  )
}
