import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { FieldError } from '../../components/forms/form-error.tsx'
import { Segments } from '../../components/forms/segments.tsx'
import { TypedBox } from '../../components/forms/typed/typed-box.tsx'
import { money } from '../../components/forms/typed/typed-kind.ts'
import { decimalText } from '../../components/forms/typed/typed-value.ts'
import type { InvoiceLine } from '../invoices/invoice.ts'

/** The credited part of an invoice. Empty until one is chosen. */
type CreditExtent = 'all' | 'parts' | ''

export interface CreditValues {
  reason: string
  frees_time: boolean
  extent: CreditExtent
  lines: { net: string }[]
}

interface CreditChoiceProps {
  readonly form: UseFormReturn<CreditValues>
  readonly lines: readonly InvoiceLine[]
  readonly currency: string | null
  /** True if a part was credited before, so that the whole invoice cannot be chosen. */
  readonly hasNotes: boolean
}

/** Chooses the whole invoice, or an amount for each line. */
export function CreditChoice({ form, lines, currency, hasNotes }: CreditChoiceProps) {
  const extent = form.watch('extent')
  const errors: FieldErrors<CreditValues>['lines'] = form.formState.errors.lines
  const kind = money({ currency, isExact: true, canBeNegative: true })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-table font-medium">Amount</legend>
      {!hasNotes && (
        <Segments
          label="Amount"
          choices={['all', 'parts'] as const}
          value={extent === '' ? undefined : extent}
          onChange={(next) => form.setValue('extent', next)}
        />
      )}
      {extent === 'parts' && (
        <>
          <p className="text-meta text-muted">Amounts without tax.</p>
          {lines.map((line, at) => (
            <div key={line.id} className="grid grid-cols-[minmax(0,1fr)_8rem] items-center gap-3 text-table">
              <span className="truncate">{line.description}</span>
              <TypedBox
                aria-label={`Credit for line ${at + 1}`}
                kind={kind}
                placeholder={kind.write(decimalText(line.net))}
                {...form.register(`lines.${at}.net`)}
              />
              <FieldError message={errors?.[at]?.net?.message} className="col-span-2" />
            </div>
          ))}
        </>
      )}
    </fieldset>
  )
}
