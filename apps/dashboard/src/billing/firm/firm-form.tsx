import { useForm } from 'react-hook-form'
import type { RecordOf } from '../../api/contract.ts'
import { writeAs } from '../../api/manner.ts'
import { Button } from '../../components/buttons/button.tsx'
import { countryOptions, currencyOptions } from '../../components/forms/countries-and-currencies.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { NumberField } from '../../components/forms/typed/typed-field.tsx'
import { decimalText, numberOf } from '../../components/forms/typed/typed-value.ts'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { webAddress } from '../../components/forms/web-address.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { localeOptions, ownTimeZone, timeZoneOptions } from './choices.ts'

type Firm = RecordOf<'GET /firm'>

const pair = 'grid gap-4 sm:grid-cols-2'

export function FirmForm({ firm }: { readonly firm: Firm }) {
  const form = useForm({ defaultValues: typed(firm) })
  const save = useFormAction(
    form,
    'PATCH /firm',
    ({ payment_days: days, increment_minutes: step, signed_copy_days: copyDays, ...values }) => ({
      body: {
        ...values,
        website: webAddress(values.website),
        reminder_days: values.reminder_days.trim().replaceAll(/[\s;,]+/g, ','),
        payment_days: numberOf(days),
        increment_minutes: stepOf(step),
        signed_copy_days: numberOf(copyDays),
      },
    }),
    {
      onDone: ({ data }) => {
        writeAs(data)
        toast('Saved')
      },
    },
  )
  const field = fieldOf(form)
  const currency = form.watch('currency') || null
  return (
    <Form of={save}>
      <Panel title="Your details on invoices">
        <div className="flex flex-col gap-4">
          <TextField label="Legal name" autoComplete="organization" {...field('legal_name')} />
          <TextField label="Street" autoComplete="street-address" {...field('street')} />
          <div className={pair}>
            <TextField label="Postal code" autoComplete="postal-code" {...field('postal_code')} />
            <TextField label="City" autoComplete="address-level2" {...field('city')} />
            <TextField label="State or region" {...field('region')} />
            <SelectField label="Country" empty="Not set" options={countryOptions()} {...field('country')} />
            <TextField label="VAT ID" placeholder="DE123456789" {...field('vat_id')} />
            <TextField label="Tax number" {...field('tax_number')} />
            <TextField label="Contact person" {...field('contact_name')} />
            <TextField label="Phone" type="tel" {...field('phone')} />
            <TextField label="Email" inputMode="email" {...field('email')} />
            <TextField label="Website" inputMode="url" placeholder="https://" {...field('website')} />
          </div>
        </div>
      </Panel>
      <Panel title="Payment" description="With an IBAN, invoices in euros carry a QR code that banking apps read.">
        <div className={pair}>
          <TextField label="IBAN" placeholder="DE89 3704 0044 0532 0130 00" {...field('iban')} />
          <TextField label="BIC" {...field('bic')} />
          <TextField label="Account holder" {...field('account_holder')} />
          <TextField label="Bank" {...field('bank_name')} />
          <NumberField label="Days to pay" most={365} placeholder="30" {...field('payment_days')} />
          <SelectField
            label="Billing increment"
            empty="As recorded"
            options={steps}
            hint="Time is rounded up to this step. The timer records whole steps."
            {...field('increment_minutes')}
          />
          <TextField
            label="Reminders (days after the due date)"
            placeholder="None"
            hint="For example 7, 14. Reminders are sent only for invoices that were sent by email."
            {...field('reminder_days')}
          />
        </div>
        <div className="mt-4">
          <TextareaField label="Note below the invoice lines" {...field('invoice_note')} />
        </div>
      </Panel>
      <Panel
        title="Currency, time zone and formats"
        description="Used on every screen and on every document. The time zone decides when a new day begins."
      >
        <div className={pair}>
          <SelectField label="Currency" empty="None" options={currencyOptions()} {...field('currency')} />
          <SelectField label="Time zone" empty="UTC" options={timeZoneOptions()} {...field('time_zone')} />
          <SelectField
            label="Numbers and dates"
            empty="As in the United Kingdom"
            options={localeOptions(currency)}
            {...field('locale')}
          />
        </div>
      </Panel>
      <Panel title="Documents">
        <div className={pair}>
          <NumberField
            label="Days to download a signed copy"
            most={3650}
            placeholder="30"
            hint="The signer’s link gives access to the signed document for this long. After that, signers have to ask you for a copy."
            {...field('signed_copy_days')}
          />
        </div>
      </Panel>
      <FormError message={save.error} />
      <div>
        <Button type="submit" tone="primary" isBusy={save.isBusy}>
          Save
        </Button>
      </div>
    </Form>
  )
}

const minutes = [1, 5, 6, 10, 15, 30] as const
const steps = minutes.map((step) => ({ value: String(step), label: step === 1 ? '1 minute' : `${step} minutes` }))
const stepOf = (text: string) => minutes.find((step) => String(step) === text) ?? null

/** The initial values. For a new firm, the time zone is that of this browser. */
function typed({
  logo: _logo,
  payment_days: days,
  increment_minutes: step,
  signed_copy_days: copyDays,
  // Set under Settings, Data.
  document_years: _years,
  ...firm
}: Firm) {
  const texts = Object.fromEntries(Object.entries(firm).map(([name, value]) => [name, value ?? '']))
  const isNew = Object.values(firm).every((value) => value === null)
  return {
    ...(texts as { [N in keyof typeof firm]: string }),
    ...(isNew && { time_zone: ownTimeZone() }),
    payment_days: decimalText(days),
    increment_minutes: decimalText(step),
    signed_copy_days: decimalText(copyDays),
  }
}
