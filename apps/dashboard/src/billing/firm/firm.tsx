import { useForm } from 'react-hook-form'
import { setFirmFormat } from '../../api/firm-format.ts'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { RatesPanel } from '../rates/rates-panel.tsx'
import { TimekeepersPanel } from '../rates/timekeepers-panel.tsx'
import { TaxesPanel } from '../taxes/taxes-panel.tsx'
import { DetailsPanel, DocumentsPanel, PaymentPanel } from './firm-panels.tsx'
import { bodyOf, valuesOf } from './firm-values.ts'
import type { Firm } from './firm-values.ts'
import { FormatPanel } from './format-panel.tsx'
import { LogoPanel } from './logo-panel.tsx'
import { MatterNumbersPanel } from './matter-numbers-panel.tsx'

/** The settings of the firm: invoice details, formats, taxes and rates. */
export function FirmSettings() {
  const firm = useCall('GET /firm', {})
  return (
    <>
      <PageHeader
        title="Firm"
        description="Your details on invoices, and the formats of numbers, amounts and dates. Changes do not affect invoices that are already issued."
      />
      <div className="flex max-w-[800px] flex-col gap-4">
        <Loaded query={firm}>
          {({ data }) => (
            <>
              <LogoPanel logo={data.logo} />
              <FirmForm firm={data} />
              <MatterNumbersPanel />
              <TaxesPanel />
              <RatesPanel />
              <TimekeepersPanel />
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

function FirmForm({ firm }: { readonly firm: Firm }) {
  const form = useForm({ defaultValues: valuesOf(firm) })
  const save = useFormAction(form, 'PATCH /firm', (values) => ({ body: bodyOf(values) }), {
    onDone: ({ data }) => {
      setFirmFormat(data)
      toast('Saved')
    },
  })
  return (
    <Form of={save}>
      <DetailsPanel form={form} />
      <PaymentPanel form={form} />
      <FormatPanel form={form} />
      <DocumentsPanel form={form} />
      <FormError message={save.error} />
      <div>
        <Button type="submit" tone="primary" isBusy={save.isBusy}>
          Save
        </Button>
      </div>
    </Form>
  )
}
