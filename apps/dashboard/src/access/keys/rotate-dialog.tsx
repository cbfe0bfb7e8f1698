import { useForm } from 'react-hook-form'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { Form } from '../../components/forms/form.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import type { Key } from './key.ts'

export interface RotateDialogProps {
  readonly value: Key
  readonly open: boolean
  readonly onClose: () => void
  readonly onMade: (key: string) => void
}

const overlaps = [
  { hours: '0', label: 'Not at all', hint: 'The next call with the old key is refused.' },
  { hours: '1', label: '1 hour', hint: undefined },
  { hours: '24', label: '24 hours', hint: undefined },
  { hours: '168', label: '7 days', hint: undefined },
] as const

export function RotateDialog({ value, open, onClose, onMade }: RotateDialogProps) {
  const form = useForm({ defaultValues: { overlap_hours: '24' } })
  const save = useFormAction(
    form,
    'POST /keys/{id}/rotate',
    ({ overlap_hours: hours }) => ({ params: { id: value.id }, body: { overlap_hours: Number(hours) } }),
    { onDone: ({ key }) => onMade(key) },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={`Rotate “${value.name}”`}
      description="You get a new key with the same name, scopes and tier."
    >
      <Form of={save}>
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-table font-medium">The old key keeps working for</legend>
          {overlaps.map(({ hours, label, hint }) => (
            <CheckboxField
              key={hours}
              type="radio"
              value={hours}
              label={label}
              hint={hint}
              {...form.register('overlap_hours')}
            />
          ))}
        </fieldset>
        <FormActions {...save} action="Rotate key" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
