import { useForm } from 'react-hook-form'
import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { countryOptions } from '../../components/forms/countries-and-currencies.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { textsOf } from '../../components/forms/typed/typed-value.ts'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'

type Billing = RecordOf<'GET /clients/{id}/billing'>

/** The billing details of a client, for invoices. */
export function ClientBilling({ clientId }: { readonly clientId: number }) {
  const billing = useCall('GET /clients/{id}/billing', { params: { id: clientId } })
  return <Loaded query={billing}>{({ data }) => <BillingForm clientId={clientId} billing={data} />}</Loaded>
}

function BillingForm({ clientId, billing }: { readonly clientId: number; readonly billing: Billing }) {
  const mayWrite = useCan()('clients:write')
  const form = useForm({ defaultValues: textsOf(billing) })
  const save = useFormAction(form, 'PATCH /clients/{id}/billing', (body) => ({ params: { id: clientId }, body }), {
    onDone: () => toast('Saved'),
  })
  const field = fieldOf(form)
  return (
    <Form of={save} className="flex max-w-[640px] flex-col gap-4">
      <fieldset disabled={!mayWrite} className="flex flex-col gap-4">
        <p className="text-table text-muted">
          The address and numbers on new invoices and e-invoices (XRechnung, Factur-X).
        </p>
        <TextField label="Street" {...field('street')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Postal code" {...field('postal_code')} />
          <TextField label="City" {...field('city')} />
          <TextField label="State or region" {...field('region')} />
          <SelectField label="Country" empty="Not set" options={countryOptions()} {...field('country')} />
          <TextField label="VAT ID" placeholder="DE123456789" {...field('vat_id')} />
          <TextField
            label="Buyer reference"
            hint="A reference that the client asks for. For German authorities, the Leitweg-ID, such as 04011000-12345-34."
            {...field('reference')}
          />
        </div>
        <TextField
          label="Electronic address"
          placeholder="0204:04011000-12345-67"
          hint="Where the client receives e-invoices, as scheme:address, such as 9930:DE123456789. If empty, the email address is used."
          {...field('electronic_address')}
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
