import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormWhole } from '../../components/forms/use-form-whole.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { MethodAccounts } from './method-accounts.tsx'
import { RevenueAccounts } from './revenue-accounts.tsx'
import { accountsText, labels } from './settings-labels.ts'
import { bodyOf, chartNames, valuesIn, valuesOf } from './settings-values.ts'
import type { AccountingValues, Settings } from './settings-values.ts'

/** The accounts of the journal, and the numbers of the firm in DATEV. */
export function AccountingSettings() {
  const settings = useCall('GET /accounting/settings', {})
  return (
    <>
      <PageHeader
        title="Ledger accounts"
        description="The accounts of your journal and your numbers in DATEV. Your accountant knows them. Changes apply to every later export."
      />
      <div className="flex max-w-[800px] flex-col gap-4">
        <Loaded query={settings}>{({ data }) => <SettingsForm settings={data} />}</Loaded>
      </div>
    </>
  )
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const form = useForm({ defaultValues: valuesOf(settings) })
  const save = useFormWhole(form, 'PATCH /accounting/settings', {
    seen: settings,
    labels,
    texts: { revenue_accounts: accountsText, method_accounts: accountsText },
    valuesOf,
    inputOf: (values) => ({ body: bodyOf(values) }),
  })
  return (
    <Form of={save}>
      <NumbersPanel form={form} />
      <ChartPanel form={form} />
      <Panel
        title="Revenue accounts"
        description="One row for each tax rate on your invoices, and one more where clients in the EU or abroad have another account. Add a tax key only for an account that does not compute its tax automatically."
      >
        <RevenueAccounts form={form} />
      </Panel>
      <Panel title="Payment methods" description="Payments by other methods go to the bank account.">
        <MethodAccounts form={form} />
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

interface PanelProps {
  readonly form: UseFormReturn<AccountingValues>
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const monthNames = Array.from({ length: 12 }, (_each, at) => ({
  value: twoDigits(at + 1),
  label: new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, at)),
}))

const daysOfMonth = Array.from({ length: 28 }, (_each, at) => ({ value: twoDigits(at + 1), label: String(at + 1) }))

const pair = 'grid gap-4 sm:grid-cols-2'

function NumbersPanel({ form }: PanelProps) {
  const field = fieldOf(form)
  return (
    <Panel title="DATEV">
      <div className={pair}>
        <TextField label="Consultant number" inputMode="numeric" hint="Beraternummer" {...field('consultant_number')} />
        <TextField label="Client number" inputMode="numeric" hint="Mandantennummer" {...field('client_number')} />
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2">
          <SelectField label="Fiscal year starts in" empty="Not set" options={monthNames} {...field('fiscal_month')} />
          <SelectField label="On day" options={daysOfMonth} {...field('fiscal_day')} />
        </div>
        <TextField
          label="Account length"
          inputMode="numeric"
          placeholder="4"
          hint="The digits of an account such as 8400"
          {...field('account_length')}
        />
        <TextField
          label="First debtor number"
          inputMode="numeric"
          placeholder="10000"
          hint="Used for invoices without a client. Your clients get the next numbers. Without DATEV, any length is possible."
          {...field('first_debtor_number')}
        />
      </div>
    </Panel>
  )
}

function ChartPanel({ form }: PanelProps) {
  const field = fieldOf(form)
  return (
    <Panel
      title="Accounts"
      description="Choose a chart to fill in its usual accounts, then change what your accountant uses differently."
    >
      <div className={pair}>
        <SelectField
          label="Chart of accounts"
          empty="Other"
          options={chartNames}
          {...form.register('chart', {
            onChange: () => {
              const proposal = valuesIn(form.getValues().chart)
              if (proposal) form.reset({ ...form.getValues(), ...proposal }, { keepDefaultValues: true })
            },
          })}
        />
        <TextField label="Bank account" inputMode="numeric" {...field('bank_account')} />
        <TextField label="Account of write-offs" inputMode="numeric" {...field('write_off_account')} />
      </div>
    </Panel>
  )
}
