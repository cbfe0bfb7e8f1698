import { useForm } from 'react-hook-form'
import type { RecordOf } from '../../api/contract.ts'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { DayField, MoneyField } from '../../components/forms/typed/typed-field.tsx'
import { decimalText, requiredNumber } from '../../components/forms/typed/typed-value.ts'
import { useFormWhole } from '../../components/forms/use-form-whole.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { RecordPickerField } from '../../records/picker/record-picker-field.tsx'

type Rate = RecordOf<'GET /rates'>

interface RateDialogProps {
  readonly rates: Rate[]
  readonly members: readonly { readonly id: string; readonly name: string }[]
  readonly onClose: () => void
}

interface Values {
  scope: 'firm' | 'client' | 'matter'
  target_id: number | null
  user_id: string
  amount: string
  valid_from: string
}

const scopes = [
  { value: 'firm', label: 'All matters' },
  { value: 'client', label: 'One client' },
  { value: 'matter', label: 'One matter' },
]

const bodyOf = ({ scope, target_id, user_id, amount, valid_from }: Values) => ({
  scope,
  target_id: scope === 'firm' ? null : target_id,
  user_id: user_id || null,
  amount: requiredNumber(amount),
  valid_from: valid_from || null,
})

/** The rate that a new one replaces. */
const isFor =
  ({ scope, target_id: target, user_id: user, valid_from: day }: ReturnType<typeof bodyOf>) =>
  (rate: Rate) =>
    rate.scope === scope && rate.target_id === target && rate.user_id === user && rate.valid_from === day

export function RateDialog({ rates, members, onClose }: RateDialogProps) {
  const form = useForm<Values>({
    defaultValues: { scope: 'firm', target_id: null, user_id: '', amount: '', valid_from: '' },
  })
  const scope = form.watch('scope')
  const save = useFormWhole(form, 'PUT /rates', {
    seen: rates,
    labels: { amount: 'Hourly rate' },
    valuesOf: (all, typed) => ({ ...typed, amount: decimalText(all.find(isFor(bodyOf(typed)))?.amount) }),
    inputOf: (values) => ({ body: bodyOf(values) }),
    saved: 'Rate saved',
    onDone: onClose,
  })
  const field = fieldOf(form)
  return (
    <Dialog open onClose={onClose} title="Add hourly rate" size="sm">
      <Form of={save}>
        <MoneyField label="Hourly rate" per="/h" {...field('amount')} />
        <SelectField label="For" options={scopes} {...field('scope')} />
        {scope !== 'firm' && (
          <RecordPickerField
            key={scope}
            kind={scope}
            label={scope === 'client' ? 'Client' : 'Matter'}
            error={form.formState.errors.target_id?.message}
            value={form.watch('target_id')}
            onChange={(id) => form.setValue('target_id', id)}
          />
        )}
        <SelectField
          label="Member"
          empty="All members"
          options={members.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('user_id')}
        />
        <DayField
          label="Valid from"
          optional
          hint="Leave empty to apply the rate to all work."
          {...field('valid_from')}
        />
        <FormActions {...save} action="Save rate" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
