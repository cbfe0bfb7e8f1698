import { Clock, Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../components/buttons/button.tsx'
import { IconButton } from '../components/buttons/icon-button.tsx'
import { TextInput } from '../components/forms/text-field.tsx'
import { lineAmount, totalOf } from './decimal.ts'
import { emptyLine, lineOfTime } from './invoice.ts'
import type { InvoiceValues, UnbilledEntry } from './invoice.ts'

interface LineEditorProps {
  readonly form: UseFormReturn<InvoiceValues>
  /** The client's unbilled time. */
  readonly unbilled: readonly UnbilledEntry[]
}

const grid = 'grid grid-cols-[1fr_1fr_1fr_2rem] gap-2 sm:grid-cols-[minmax(0,1fr)_5rem_6rem_7rem_2rem]'

/** The lines of an invoice: time, and whatever else is billed. */
export function LineEditor({ form, unbilled }: LineEditorProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' })
  const lines = form.watch('lines')
  const errors = form.formState.errors.lines
  const waiting = unbilled.filter(({ id }) => !lines.some((line) => line.time_entry_id === id))
  return (
    <section aria-label="Lines" className="rounded-md border border-line bg-raised">
      <div className={`${grid} border-b border-line px-4 py-2 text-meta text-muted max-sm:hidden`}>
        <span>Description</span>
        <span className="text-right">Hours</span>
        <span className="text-right">Rate</span>
        <span className="text-right">Amount</span>
      </div>
      <ul>
        {fields.map((field, at) => {
          const line = lines[at] ?? emptyLine
          const wrong = errors?.[at]
          const messages = [wrong?.time_entry_id, wrong?.description, wrong?.hours, wrong?.rate, wrong?.amount]
          const message = messages.find((error) => error?.message)?.message
          const input = (name: 'description' | 'hours' | 'rate' | 'amount', label: string) => ({
            'aria-label': `${label}, line ${at + 1}`,
            'aria-invalid': wrong?.[name] ? (true as const) : undefined,
            ...form.register(`lines.${at}.${name}`),
          })
          const figure = { inputMode: 'decimal' as const, className: 'text-right tabular-nums' }
          return (
            <li key={field.id} className="border-b border-line px-4 py-2">
              <div className={`${grid} items-end`}>
                <span className="col-span-4 flex items-center gap-2 sm:col-span-1">
                  {line.time_entry_id !== null && (
                    <Clock role="img" aria-label="Recorded time" className="size-3.5 shrink-0 text-muted" />
                  )}
                  <TextInput {...input('description', 'Description')} placeholder="Description" />
                </span>
                <span className="min-w-0">
                  <span aria-hidden="true" className="text-meta text-muted sm:hidden">
                    Hours
                  </span>
                  <TextInput {...input('hours', 'Hours')} {...figure} placeholder="Hours" />
                </span>
                <span className="min-w-0">
                  <span aria-hidden="true" className="text-meta text-muted sm:hidden">
                    Rate
                  </span>
                  <TextInput {...input('rate', 'Rate')} {...figure} placeholder="Rate" />
                </span>
                <span className="min-w-0">
                  <span aria-hidden="true" className="text-meta text-muted sm:hidden">
                    Amount
                  </span>
                  <TextInput {...input('amount', 'Amount')} {...figure} placeholder={lineAmount(line) ?? 'Amount'} />
                </span>
                <IconButton
                  label={`Remove line ${at + 1}`}
                  icon={<Trash2 className="size-3.5" />}
                  onClick={() => remove(at)}
                />
              </div>
              {!message && line.hours.trim() !== '' && `${line.rate}${line.amount}`.trim() === '' && (
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
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        <Button icon={<Plus className="size-3.5" />} onClick={() => append(emptyLine)}>
          Add line
        </Button>
        {waiting.length > 0 && (
          <Button icon={<Clock className="size-3.5" />} onClick={() => append(waiting.map(lineOfTime))}>
            Add unbilled time ({waiting.length})
          </Button>
        )}
        <output aria-label="Total" className="ml-auto text-h2 font-semibold tabular-nums">
          {totalOf(lines)}
        </output>
      </div>
    </section>
  )
}
