import { choices } from 'virtual:operations'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import type { Answer } from '../../api/contract.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Form } from '../../components/forms/form.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { Select } from '../../components/forms/select-field.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { decimalText, numberOf } from '../../components/forms/typed/decimal-text.ts'
import { TypedBox } from '../../components/forms/typed/typed-box.tsx'
import { percent as percentKind } from '../../components/forms/typed/typed-kind.ts'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'

type TaxRate = Answer<'GET /tax-rates'>['data'][number]

interface Values {
  data: { name: string; category: TaxRate['category']; percent: string; reason: string; is_for_hard_costs: boolean }[]
}

const words = {
  S: 'Taxed',
  Z: 'Zero rate',
  E: 'Exempt',
  AE: 'Reverse charge',
  O: 'Not subject to tax',
} as const satisfies Record<TaxRate['category'], string>

/** What a firm spends in its client's name has no VAT, such as court fees. */
const onBehalf = {
  name: 'No VAT: paid on the client’s behalf',
  category: 'E',
  percent: '0',
  reason: 'Paid in the name and on behalf of the client',
  is_for_hard_costs: true,
} as const

const grid = 'grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_10rem_5rem_minmax(0,1.4fr)_2rem]'

/** The taxes of the firm, each with the costs that it is for. */
export function TaxesForm({ taxes }: { readonly taxes: readonly TaxRate[] }) {
  const form = useForm<Values>({
    defaultValues: {
      data: taxes.map(({ name, category, percent, reason, is_for_hard_costs = false }) => ({
        name,
        category,
        percent: decimalText(percent),
        reason: reason ?? '',
        is_for_hard_costs,
      })),
    },
  })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'data' })
  const rows = form.watch('data')
  const save = useFormAction(
    form,
    'PUT /tax-rates',
    ({ data }) => ({
      body: {
        data: data.map(({ name, category, percent, reason, is_for_hard_costs }) => ({
          name,
          category,
          percent: category === 'S' ? (numberOf(percent) ?? 0) : 0,
          reason: category === 'S' ? null : reason.trim() || null,
          is_for_hard_costs,
        })),
      },
    }),
    { onDone: () => toast('Taxes saved') },
  )
  const errors = form.formState.errors.data
  return (
    <Form of={save} className="flex flex-col gap-3">
      {fields.map((field, at) => {
        const isTaxed = rows[at]?.category === 'S'
        const wrong = errors?.[at]
        const message = [wrong?.name, wrong?.category, wrong?.percent, wrong?.reason, wrong?.is_for_hard_costs].find(
          (error) => error?.message,
        )?.message
        return (
          <div key={field.id}>
            <div className={grid}>
              <TextInput
                aria-label={`Name of tax ${at + 1}`}
                placeholder="VAT 19 %"
                {...form.register(`data.${at}.name`)}
              />
              <Select
                aria-label={`Kind of tax ${at + 1}`}
                options={choices.taxCategory.map((value) => ({ value, label: words[value] }))}
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
              <IconButton
                label={`Remove tax ${at + 1}`}
                icon={<Trash2 className="size-3.5" />}
                onClick={() => remove(at)}
              />
            </div>
            <CheckboxField
              label="Use for hard costs, unless the expense has another tax"
              className="text-table"
              {...form.register(`data.${at}.is_for_hard_costs`)}
            />
            {message && (
              <p role="alert" className="mt-1 text-meta font-medium text-bad">
                {message}
              </p>
            )}
          </div>
        )
      })}
      <FormError message={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Plus className="size-3.5" />}
          onClick={() => append({ name: '', category: 'S', percent: '', reason: '', is_for_hard_costs: false })}
        >
          Add tax
        </Button>
        {!rows.some(({ is_for_hard_costs: isForCosts }) => isForCosts) && (
          <Button icon={<Plus className="size-3.5" />} onClick={() => append(onBehalf)}>
            Add “{onBehalf.name}”
          </Button>
        )}
        <Button type="submit" tone="primary" isBusy={save.isBusy}>
          Save taxes
        </Button>
      </div>
    </Form>
  )
}
