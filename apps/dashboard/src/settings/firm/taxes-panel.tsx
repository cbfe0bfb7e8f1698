import { choices } from 'virtual:operations'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import type { Answer } from '../../api/contract.ts'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { numberAsTyped } from '../../components/forms/number-as-typed.ts'
import { Select } from '../../components/forms/select-field.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { Panel } from '../../components/page/panel.tsx'

type TaxRate = Answer<'GET /tax-rates'>['data'][number]

interface Values {
  data: { name: string; category: TaxRate['category']; percent: string; reason: string }[]
}

const words = {
  S: 'Taxed',
  Z: 'Zero rate',
  E: 'Exempt',
  AE: 'Reverse charge',
  O: 'Not subject to tax',
} as const satisfies Record<TaxRate['category'], string>

/** What lines of invoices can be taxed with. */
export function TaxesPanel() {
  const taxes = useCall('GET /tax-rates', {})
  return (
    <Panel
      title="Taxes"
      description="The first one is what new lines of invoices have. Without any, invoices say nothing of tax."
    >
      <Loaded query={taxes} lines={2}>
        {({ data }) => <TaxesForm taxes={data} />}
      </Loaded>
    </Panel>
  )
}

const grid = 'grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_10rem_5rem_minmax(0,1.4fr)_2rem]'

function TaxesForm({ taxes }: { readonly taxes: readonly TaxRate[] }) {
  const form = useForm<Values>({
    defaultValues: {
      data: taxes.map(({ name, category, percent, reason }) => ({
        name,
        category,
        percent: String(percent),
        reason: reason ?? '',
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
        data: data.map(({ name, category, percent, reason }, at) => ({
          name,
          category,
          percent: category === 'S' ? (numberAsTyped(percent, `data[${at}].percent`) ?? 0) : 0,
          reason: category === 'S' ? null : reason.trim() || null,
        })),
      },
    }),
    { onDone: () => toast('Taxes saved') },
  )
  const errors = form.formState.errors.data
  return (
    <form onSubmit={save.onSubmit} className="flex flex-col gap-3">
      {fields.map((field, at) => {
        const isTaxed = rows[at]?.category === 'S'
        const wrong = errors?.[at]
        const message = (wrong?.name ?? wrong?.category ?? wrong?.percent ?? wrong?.reason)?.message
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
              <TextInput
                aria-label={`Percent of tax ${at + 1}`}
                inputMode="decimal"
                placeholder="%"
                readOnly={!isTaxed}
                {...form.register(`data.${at}.percent`)}
              />
              {isTaxed ? (
                <span className="max-md:hidden" />
              ) : (
                <TextInput
                  aria-label={`Reason of tax ${at + 1}`}
                  placeholder="Why there is none, as it is printed"
                  {...form.register(`data.${at}.reason`)}
                />
              )}
              <IconButton
                label={`Remove tax ${at + 1}`}
                icon={<Trash2 className="size-3.5" />}
                onClick={() => remove(at)}
              />
            </div>
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
          onClick={() => append({ name: '', category: 'S', percent: '', reason: '' })}
        >
          Add tax
        </Button>
        <Button type="submit" tone="primary" isBusy={save.isBusy}>
          Save taxes
        </Button>
      </div>
    </form>
  )
}
