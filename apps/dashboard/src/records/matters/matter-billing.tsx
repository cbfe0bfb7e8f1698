import { useForm } from 'react-hook-form'
import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormWhole } from '../../components/forms/use-form-whole.ts'
import { Loaded } from '../../components/page/loaded.tsx'

type Billing = RecordOf<'GET /matters/{id}/billing'>

/** The billing details of a matter. */
export function MatterBilling({ matterId }: { readonly matterId: number }) {
  const billing = useCall('GET /matters/{id}/billing', { params: { id: matterId } })
  return <Loaded query={billing}>{({ data }) => <BillingForm matterId={matterId} billing={data} />}</Loaded>
}

function BillingForm({ matterId, billing }: { readonly matterId: number; readonly billing: Billing }) {
  const mayWrite = useCan()('matters:write')
  const form = useForm({ defaultValues: { client_matter_id: billing.client_matter_id ?? '' } })
  const save = useFormWhole(form, 'PATCH /matters/{id}/billing', {
    seen: billing,
    labels: { client_matter_id: 'Client’s matter number' },
    valuesOf: ({ client_matter_id: number }) => ({ client_matter_id: number ?? '' }),
    inputOf: (body) => ({ params: { id: matterId }, body }),
  })
  return (
    <Form of={save} className="flex max-w-[420px] flex-col gap-4">
      <fieldset disabled={!mayWrite} className="flex flex-col gap-4">
        <TextField
          label="Client’s matter number"
          hint="Used in LEDES files. At most 20 characters."
          {...fieldOf(form)('client_matter_id')}
        />
        <FormError message={save.error} />
        {mayWrite && (
          <div>
            <Button type="submit" tone="primary" isBusy={save.isBusy}>
              Save
            </Button>
          </div>
        )}
      </fieldset>
    </Form>
  )
}
