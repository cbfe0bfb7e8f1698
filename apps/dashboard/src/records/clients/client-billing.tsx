import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { countryOptions } from '../../components/forms/countries-and-currencies.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormChange } from '../../components/forms/use-form-action.ts'
import { toast } from '../../components/overlays/toast.tsx'
import type { Client } from './client.ts'

const labels = {
  street: 'Street',
  postal_code: 'Postal code',
  city: 'City',
  region: 'State or region',
  country: 'Country',
  vat_id: 'VAT ID',
  buyer_reference: 'Buyer reference',
  electronic_address: 'Electronic address',
} as const

const names = Object.keys(labels) as (keyof typeof labels)[]

type Billing = Record<keyof typeof labels, string>

const billingOf = (client: Client) => Object.fromEntries(names.map((name) => [name, client[name] ?? ''])) as Billing

const isSame = (a: Billing, b: Billing) => names.every((name) => a[name] === b[name])

/** The billing details of a client, for invoices. */
export function ClientBilling({ client }: { readonly client: Client }) {
  const mayWrite = useCan()('clients:write')
  // The client as it was when the user began to type. A refetch can replace it in the meantime.
  const [seen, setSeen] = useState(client)
  const before = billingOf(seen)
  const form = useForm({ values: before })
  const isSaved = isSame(billingOf(client), form.getValues())
  if (seen !== client && (isSaved || !form.formState.isDirty)) setSeen(client)
  const inputOf = (values: Billing) => ({
    params: { id: client.id },
    body: Object.fromEntries(
      names.flatMap((name) => (values[name] === before[name] ? [] : [[name, values[name].trim() || null]])),
    ),
  })
  const save = useFormChange(form, '/clients/{id}', inputOf, { seen, labels, onDone: () => toast('Saved') })
  const field = fieldOf(form)
  return (
    <Form of={save} className="flex max-w-[640px] flex-col gap-4">
      <fieldset disabled={!mayWrite} className="flex flex-col gap-4">
        <p className="text-table text-muted">
          The address and numbers on new invoices and e-invoices (XRechnung, Factur-X).
        </p>
        <TextField label={labels.street} {...field('street')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={labels.postal_code} {...field('postal_code')} />
          <TextField label={labels.city} {...field('city')} />
          <TextField label={labels.region} {...field('region')} />
          <SelectField label={labels.country} empty="Not set" options={countryOptions()} {...field('country')} />
          <TextField label={labels.vat_id} placeholder="DE123456789" {...field('vat_id')} />
          <TextField
            label={labels.buyer_reference}
            hint="A reference that the client asks for. For German authorities, the Leitweg-ID, such as 04011000-12345-34."
            {...field('buyer_reference')}
          />
        </div>
        <TextField
          label={labels.electronic_address}
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
