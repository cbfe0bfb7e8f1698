import type { UseFormReturn } from 'react-hook-form'
import { countryOptions } from '../../components/forms/countries-and-currencies.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { NumberField } from '../../components/forms/typed/typed-field.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { increments } from './firm-values.ts'
import type { FirmValues } from './firm-values.ts'
import { labels } from './firm-labels.ts'

interface FirmPanelProps {
  readonly form: UseFormReturn<FirmValues>
}

const pair = 'grid gap-4 sm:grid-cols-2'

export function DetailsPanel({ form }: FirmPanelProps) {
  const field = fieldOf(form)
  return (
    <Panel title="Your details on invoices">
      <div className="flex flex-col gap-4">
        <TextField label={labels.legal_name} autoComplete="organization" {...field('legal_name')} />
        <TextField label={labels.street} autoComplete="street-address" {...field('street')} />
        <div className={pair}>
          <TextField label={labels.postal_code} autoComplete="postal-code" {...field('postal_code')} />
          <TextField label={labels.city} autoComplete="address-level2" {...field('city')} />
          <TextField label={labels.region} {...field('region')} />
          <SelectField label={labels.country} empty="Not set" options={countryOptions()} {...field('country')} />
          <TextField label={labels.vat_id} placeholder="DE123456789" {...field('vat_id')} />
          <TextField label={labels.tax_number} {...field('tax_number')} />
          <TextField label={labels.contact_name} {...field('contact_name')} />
          <TextField label={labels.phone} type="tel" {...field('phone')} />
          <TextField label={labels.email} inputMode="email" {...field('email')} />
          <TextField label={labels.website} inputMode="url" placeholder="https://" {...field('website')} />
        </div>
      </div>
    </Panel>
  )
}

const incrementOptions = increments.map((minutes) => ({
  value: String(minutes),
  label: minutes === 1 ? '1 minute' : `${minutes} minutes`,
}))

export function PaymentPanel({ form }: FirmPanelProps) {
  const field = fieldOf(form)
  return (
    <Panel title="Payment" description="With an IBAN, invoices in euros carry a QR code that banking apps read.">
      <div className={pair}>
        <TextField label={labels.iban} placeholder="DE89 3704 0044 0532 0130 00" {...field('iban')} />
        <TextField label={labels.bic} {...field('bic')} />
        <TextField label={labels.account_holder} {...field('account_holder')} />
        <TextField label={labels.bank_name} {...field('bank_name')} />
        <NumberField label={labels.payment_days} maxValue={365} placeholder="30" {...field('payment_days')} />
        <TextField
          label={labels.reminder_days}
          placeholder="None"
          hint="For example 7, 14. Reminders are sent only for invoices that were sent by email."
          {...field('reminder_days')}
        />
      </div>
      <div className="mt-4">
        <TextareaField label={labels.invoice_note} {...field('invoice_note')} />
      </div>
    </Panel>
  )
}

export function IncrementPanel({ form }: FirmPanelProps) {
  return (
    <Panel title="Billing increment">
      <SelectField
        label={labels.increment_minutes}
        empty="As recorded"
        options={incrementOptions}
        hint="Time is rounded up to this step. The timer records whole steps."
        className="sm:max-w-80"
        {...fieldOf(form)('increment_minutes')}
      />
    </Panel>
  )
}

export function DocumentsPanel({ form }: FirmPanelProps) {
  const field = fieldOf(form)
  return (
    <Panel title="Documents">
      <div className={pair}>
        <NumberField
          label={labels.signed_copy_days}
          maxValue={3650}
          placeholder="30"
          hint="The signer’s link gives access to the signed document for this long. After that, signers have to ask you for a copy."
          {...field('signed_copy_days')}
        />
      </div>
    </Panel>
  )
}
