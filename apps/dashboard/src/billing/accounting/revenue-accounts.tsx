import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { choices } from 'virtual:operations'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { FieldError } from '../../components/forms/form-error.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { categoryNames } from '../taxes/tax-row.tsx'
import { noRevenue } from './settings-values.ts'
import type { AccountingValues } from './settings-values.ts'

interface RevenueAccountsProps {
  readonly form: UseFormReturn<AccountingValues>
}

const grid =
  'grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_5rem_minmax(0,1fr)_6rem_6rem_6rem_2rem] md:items-center'

const places = [
  { value: 'eu', label: 'In the EU' },
  { value: 'abroad', label: 'Abroad' },
]

const heads = ['Tax', 'Percent', 'Client', 'Revenue', 'Tax key', 'Write-offs']

/** The account of each tax rate. */
export function RevenueAccounts({ form }: RevenueAccountsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'revenue_accounts' })
  return (
    <div className="flex flex-col gap-3">
      <div className={`${grid} text-meta text-muted max-md:hidden`} aria-hidden="true">
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      {fields.map((field, at) => (
        <RevenueRow key={field.id} {...{ form, at }} onRemove={() => remove(at)} />
      ))}
      <div>
        <Button icon={<Plus className="size-3.5" />} onClick={() => append(noRevenue)}>
          Add revenue account
        </Button>
      </div>
    </div>
  )
}

interface RevenueRowProps extends RevenueAccountsProps {
  /** The index of the row. */
  readonly at: number
  readonly onRemove: () => void
}

function RevenueRow({ form, at, onRemove }: RevenueRowProps) {
  const isTaxed = form.watch('revenue_accounts')[at]?.category === 'S'
  const errors = form.formState.errors.revenue_accounts?.[at]
  const message = [errors, errors?.percent, errors?.account, errors?.tax_key, errors?.place, errors?.write_off_account]
    .map((one) => one?.message)
    .find(Boolean)
  const row = `of revenue account ${at + 1}`
  return (
    <div>
      <div className={grid}>
        <Select
          aria-label={`Kind of tax ${row}`}
          options={choices.taxCategory.map((value) => ({ value, label: categoryNames[value] }))}
          {...form.register(`revenue_accounts.${at}.category`)}
        />
        <span className="flex items-center gap-1">
          <TextInput
            aria-label={`Percent ${row}`}
            inputMode="decimal"
            readOnly={!isTaxed}
            {...form.register(`revenue_accounts.${at}.percent`)}
          />
          %
        </span>
        <Select
          aria-label={`Place of the client ${row}`}
          empty="Anywhere"
          options={places}
          {...form.register(`revenue_accounts.${at}.place`)}
        />
        <TextInput
          aria-label={`Number ${row}`}
          placeholder="Account"
          inputMode="numeric"
          {...form.register(`revenue_accounts.${at}.account`)}
        />
        <TextInput
          aria-label={`Tax key ${row}`}
          placeholder="No tax key"
          inputMode="numeric"
          {...form.register(`revenue_accounts.${at}.tax_key`)}
        />
        <TextInput
          aria-label={`Account of write-offs ${row}`}
          placeholder="As usual"
          inputMode="numeric"
          {...form.register(`revenue_accounts.${at}.write_off_account`)}
        />
        <IconButton
          label={`Remove revenue account ${at + 1}`}
          icon={<Trash2 className="size-3.5" />}
          onClick={onRemove}
        />
      </div>
      <FieldError message={message} className="mt-1" />
    </div>
  )
}
