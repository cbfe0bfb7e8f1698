import { useForm } from 'react-hook-form'
import { fieldOf } from '../../components/forms/field-of.ts'
import { numberAsTyped } from '../../components/forms/number-as-typed.ts'
import { SelectField } from '../../components/forms/select-field.tsx'
import { DayField } from '../../components/forms/day/day-field.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { RecordPickerField } from '../../records/record-picker.tsx'

interface RateDialogProps {
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
  { value: 'firm', label: 'Everything' },
  { value: 'client', label: 'One client' },
  { value: 'matter', label: 'One matter' },
]

export function RateDialog({ members, onClose }: RateDialogProps) {
  const form = useForm<Values>({
    defaultValues: { scope: 'firm', target_id: null, user_id: '', amount: '', valid_from: '' },
  })
  const scope = form.watch('scope')
  const save = useFormAction(
    form,
    'PUT /rates',
    ({ scope, target_id, user_id, amount, valid_from }) => ({
      body: {
        scope,
        target_id: scope === 'firm' ? null : target_id,
        user_id: user_id || null,
        // What is empty the server says is missing.
        amount: numberAsTyped(amount) as number,
        valid_from: valid_from || null,
      },
    }),
    {
      onDone: () => {
        toast('Rate saved')
        onClose()
      },
    },
  )
  const field = fieldOf(form)
  return (
    <Dialog open onClose={onClose} title="Hourly rate" size="sm">
      <form onSubmit={save.onSubmit} className="flex flex-col gap-4">
        <TextField label="Rate for an hour" inputMode="decimal" {...field('amount')} />
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
          label="Worked by"
          empty="Anybody"
          options={members.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('user_id')}
        />
        <DayField label="For work from" optional hint="Empty: always." {...field('valid_from')} />
        <FormActions {...save} action="Save rate" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
