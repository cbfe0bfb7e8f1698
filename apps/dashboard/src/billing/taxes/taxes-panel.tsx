import { paperWordsIn } from '@matterbase/schemas/paper-words'
import { defaultLocale } from '@matterbase/schemas/writing'
import { Plus } from 'lucide-react'
import { useFieldArray, useForm } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { decimalText, numberOf } from '../../components/forms/typed/typed-value.ts'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { environment } from '../../environment.ts'
import type { TaxRate } from '../invoices/invoice.ts'
import { TaxRow } from './tax-row.tsx'
import type { TaxesValues, TaxValues } from './tax-row.tsx'

/** The taxes that invoice lines can have. */
export function TaxesPanel() {
  const taxes = useCall('GET /tax-rates', {})
  return (
    <Panel
      title="Taxes"
      description="The first tax is the default for new invoice lines. If you add none, invoices do not mention tax."
    >
      <Loaded query={taxes} lines={2}>
        {({ data }) => <TaxesForm taxes={data} />}
      </Loaded>
    </Panel>
  )
}

const newTax: TaxValues = { name: '', category: 'S', percent: '', reason: '', is_for_hard_costs: false }

/** Costs that a firm pays in its client's name have no VAT, such as court fees. */
const onBehalfIn = (locale: string | null): TaxValues => ({
  ...paperWordsIn(locale ?? defaultLocale).onBehalf,
  category: 'E',
  percent: '0',
  is_for_hard_costs: true,
})

/** The taxes of the firm, each with the costs that it applies to. */
function TaxesForm({ taxes }: { readonly taxes: readonly TaxRate[] }) {
  const form = useForm<TaxesValues>({ defaultValues: { data: taxes.map(valuesOf) } })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'data' })
  const onBehalf = onBehalfIn(useSession().manners[environment].locale)
  const save = useFormAction(form, 'PUT /tax-rates', ({ data }) => ({ body: { data: data.map(bodyOf) } }), {
    onDone: () => toast('Taxes saved'),
  })
  return (
    <Form of={save} className="flex flex-col gap-3">
      {fields.map((field, at) => (
        <TaxRow key={field.id} {...{ form, at }} onRemove={() => remove(at)} />
      ))}
      <FormError message={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button icon={<Plus className="size-3.5" />} onClick={() => append(newTax)}>
          Add tax
        </Button>
        {!form.watch('data').some(({ is_for_hard_costs: isForCosts }) => isForCosts) && (
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

const valuesOf = ({ name, category, percent, reason, is_for_hard_costs = false }: TaxRate): TaxValues => ({
  name,
  category,
  percent: decimalText(percent),
  reason: reason ?? '',
  is_for_hard_costs,
})

const bodyOf = ({ name, category, percent, reason, is_for_hard_costs }: TaxValues) => ({
  name,
  category,
  percent: category === 'S' ? (numberOf(percent) ?? 0) : 0,
  reason: category === 'S' ? null : reason.trim() || null,
  is_for_hard_costs,
})
