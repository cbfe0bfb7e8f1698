import { useForm } from 'react-hook-form'
import { setFirmFormat } from '../../api/firm-format.ts'
import { Button } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { DetailsPanel, DocumentsPanel, PaymentPanel } from './firm-panels.tsx'
import { bodyOf, valuesOf } from './firm-values.ts'
import type { Firm } from './firm-values.ts'
import { FormatPanel } from './format-panel.tsx'

export function FirmForm({ firm }: { readonly firm: Firm }) {
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
