import { Trash2 } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { choices } from 'virtual:operations'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { FieldError } from '../../components/forms/form-error.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { TypedBox } from '../../components/forms/typed/typed-box.tsx'
import { percent as percentKind } from '../../components/forms/typed/typed-kind.ts'
import type { FirmValues } from '../firm/firm-values.ts'
import type { TaxRate } from '../invoices/invoice.ts'

/** The names of the tax categories. */
export const categoryNames = {
  S: 'Taxed',
  Z: 'Zero rate',
  E: 'Exempt',
  AE: 'Reverse charge',
  O: 'Not subject to tax',
} as const satisfies Record<TaxRate['category'], string>

const grid = 'grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_10rem_5rem_minmax(0,1.4fr)_2rem]'

interface TaxRowProps {
  readonly form: UseFormReturn<FirmValues>
  /** The index of the tax. */
  readonly at: number
  readonly onRemove: () => void
}

/** One tax in the form of taxes. */
export function TaxRow({ form, at, onRemove }: TaxRowProps) {
  const isTaxed = form.watch('data')[at]?.category === 'S'
  const errors = form.formState.errors.data?.[at]
  const message = (['name', 'category', 'percent', 'reason', 'is_for_hard_costs'] as const)
    .map((name) => errors?.[name]?.message)
    .find(Boolean)
  return (
    <div>
      <div className={grid}>
        <TextInput aria-label={`Name of tax ${at + 1}`} placeholder="VAT 19 %" {...form.register(`data.${at}.name`)} />
        <Select
          aria-label={`Kind of tax ${at + 1}`}
          options={choices.taxCategory.map((value) => ({ value, label: categoryNames[value] }))}
          {...form.register(`data.${at}.category`)}
        />
        <TypedBox
          aria-label={`Percent of tax ${at + 1}`}
          kind={percentKind()}
          readOnly={!isTaxed}
          {...form.register(`data.${at}.percent`)}
        />
        {isTaxed ? (
          <span className="max-md:hidden" />
        ) : (
          <TextInput
            aria-label={`Reason of tax ${at + 1}`}
            placeholder="Reason, as printed on invoices"
            {...form.register(`data.${at}.reason`)}
          />
        )}
        <IconButton label={`Remove tax ${at + 1}`} icon={<Trash2 className="size-3.5" />} onClick={onRemove} />
      </div>
      <CheckboxField
        label="Use for hard costs, unless the expense has another tax"
        className="text-table"
        {...form.register(`data.${at}.is_for_hard_costs`)}
      />
      <FieldError message={message} className="mt-1" />
    </div>
  )
}
