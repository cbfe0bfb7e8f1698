import { useForm } from 'react-hook-form'
import type { RecordOf } from '../../api/contract.ts'
import { writeAs } from '../../api/manner.ts'
import { Button } from '../../components/buttons/button.tsx'
import { countryOptions } from '../../components/forms/countries.ts'
import { currencyOptions } from '../../components/forms/currencies.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextareaField } from '../../components/forms/textarea-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
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
    ({ payment_days: days, increment_minutes: step, ...values }) => ({
      body: { ...values, payment_days: days.trim() === '' ? null : Number(days), increment_minutes: stepOf(step) },
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
    <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
      <Panel title="On invoices">
        <div className="flex flex-col gap-4">
          <TextField label="Legal name" autoComplete="organization" {...field('legal_name')} />
          <TextField label="Street" autoComplete="street-address" {...field('street')} />
          <div className={pair}>
            <TextField label="Postal code" autoComplete="postal-code" {...field('postal_code')} />
            <TextField label="City" autoComplete="address-level2" {...field('city')} />
            <TextField label="State or region" {...field('region')} />
            <SelectField label="Country" empty="Not said" options={countryOptions()} {...field('country')} />
            <TextField label="VAT id" placeholder="DE123456789" {...field('vat_id')} />
            <TextField label="Tax number" {...field('tax_number')} />
            <TextField label="Contact person" {...field('contact_name')} />
            <TextField label="Phone" type="tel" {...field('phone')} />
            <TextField label="Email" type="email" {...field('email')} />
            <TextField label="Website" type="url" placeholder="https://" {...field('website')} />
          </div>
        </div>
      </Panel>
      <Panel title="Payment" description="With an IBAN, invoices in euros carry a QR code that banking apps read.">
        <div className={pair}>
          <TextField label="IBAN" {...field('iban')} />
          <TextField label="BIC" {...field('bic')} />
          <TextField label="Account holder" {...field('account_holder')} />
          <TextField label="Bank" {...field('bank_name')} />
          <TextField label="Days to pay" inputMode="numeric" placeholder="30" {...field('payment_days')} />
          <SelectField
            label="Time is billed in steps of"
            empty="As recorded"
            options={steps}
            hint="Rounded up; the timer records whole steps."
            {...field('increment_minutes')}
          />
          <TextField
            label="Reminders, days after the due date"
            placeholder="None"
            hint="Such as 7, 14: for invoices that were sent by e-mail."
            {...field('reminder_days')}
          />
        </div>
        <div className="mt-4">
          <TextareaField label="Note below the lines" {...field('invoice_note')} />
        </div>
      </Panel>
      <Panel title="Writing" description="On every screen and on paper. The time zone says what “today” is.">
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
      <FormError message={save.error} />
      <div>
        <Button type="submit" tone="primary" isBusy={save.isBusy}>
          Save
        </Button>
      </div>
    </form>
  )
}

const minutes = [1, 5, 6, 10, 15, 30] as const
const steps = minutes.map((step) => ({ value: String(step), label: step === 1 ? '1 minute' : `${step} minutes` }))
const stepOf = (text: string) => minutes.find((step) => String(step) === text) ?? null

/** What the boxes hold at first; where nothing was said yet, this browser knows the time zone. */
function typed({ logo: _logo, payment_days: days, increment_minutes: step, ...firm }: Firm) {
  const texts = Object.fromEntries(Object.entries(firm).map(([name, value]) => [name, value ?? '']))
  const isNew = Object.values(firm).every((value) => value === null)
  return {
    ...(texts as { [N in keyof typeof firm]: string }),
    ...(isNew && { time_zone: ownTimeZone() }),
    payment_days: days === null ? '' : String(days),
    increment_minutes: step === null ? '' : String(step),
  }
}
