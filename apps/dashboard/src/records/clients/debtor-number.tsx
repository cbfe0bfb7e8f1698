import { useForm } from 'react-hook-form'
import type { RecordOf } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { NumberField } from '../../components/forms/typed/typed-field.tsx'
import { decimalText, numberOf } from '../../components/forms/typed/typed-value.ts'
import { useFormWhole } from '../../components/forms/use-form-whole.ts'
import { Loaded } from '../../components/page/loaded.tsx'

type Billing = RecordOf<'GET /clients/{id}/billing'>

/** The account of a client at the accountant. */
export function DebtorNumber({ clientId }: { readonly clientId: number }) {
  const billing = useCall('GET /clients/{id}/billing', { params: { id: clientId } })
  return <Loaded query={billing}>{({ data }) => <NumberForm clientId={clientId} billing={data} />}</Loaded>
}

function NumberForm({ clientId, billing }: { readonly clientId: number; readonly billing: Billing }) {
  const mayWrite = useCan()('clients:write')
  const form = useForm({ defaultValues: { debtor_number: decimalText(billing.debtor_number) } })
  const save = useFormWhole(form, 'PATCH /clients/{id}/billing', {
    seen: billing,
    labels: { debtor_number: 'Debtor number' },
    valuesOf: ({ debtor_number: number }) => ({ debtor_number: decimalText(number) }),
    inputOf: (values) => ({ params: { id: clientId }, body: { debtor_number: numberOf(values.debtor_number) } }),
  })
  return (
    <Form of={save} className="mt-6 flex max-w-[640px] flex-col gap-4">
      <fieldset disabled={!mayWrite} className="flex flex-col gap-4">
        <NumberField
          label="Debtor number"
          hint="The client’s account in the journal. If empty, the next export gives the client a number."
          {...fieldOf(form)('debtor_number')}
        />
        <FormError message={save.error} />
        {mayWrite && (
          <div>
            <Button type="submit" isBusy={save.isBusy}>
              Save debtor number
            </Button>
          </div>
        )}
      </fieldset>
    </Form>
  )
}
