import { paperWordsIn } from '@matterbase/schemas/paper-words'
import { defaultLocale } from '@matterbase/schemas/writing'
import { Plus } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useSession } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { environment } from '../../environment.ts'
import type { FirmValues } from '../firm/firm-values.ts'
import { TaxRow } from './tax-row.tsx'
import type { TaxValues } from './tax-values.ts'

const newTax: TaxValues = { name: '', category: 'S', percent: '', reason: '', is_for_hard_costs: false }

/** Costs that a firm pays in its client's name have no VAT, such as court fees. */
const onBehalfIn = (locale: string | null): TaxValues => ({
  ...paperWordsIn(locale ?? defaultLocale).onBehalf,
  category: 'E',
  percent: '0',
  is_for_hard_costs: true,
})

/** The taxes that invoice lines can have, each with the costs that it applies to. */
export function TaxesPanel({ form }: { readonly form: UseFormReturn<FirmValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'data' })
  const onBehalf = onBehalfIn(useSession().manners[environment].locale)
  return (
    <Panel
      title="Taxes"
      description="The first tax is the default for new invoice lines. If you add none, invoices do not mention tax."
    >
      <div className="flex flex-col gap-3">
        {fields.map((field, at) => (
          <TaxRow key={field.id} {...{ form, at }} onRemove={() => remove(at)} />
        ))}
        <div className="flex flex-wrap gap-2">
          <Button icon={<Plus className="size-3.5" />} onClick={() => append(newTax)}>
            Add tax
          </Button>
          {!form.watch('data').some(({ is_for_hard_costs: isForCosts }) => isForCosts) && (
            <Button icon={<Plus className="size-3.5" />} onClick={() => append(onBehalf)}>
              Add “{onBehalf.name}”
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
