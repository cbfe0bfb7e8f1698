import { useForm } from 'react-hook-form'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Form } from '../../components/forms/form.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'

export interface RotateSecretDialogProps {
  readonly id: number
  readonly open: boolean
  readonly onClose: () => void
  readonly onMade: (secret: string) => void
}

const overlaps = [
  { value: '24', label: '24 hours' },
  { value: '1', label: '1 hour' },
  { value: '168', label: '7 days' },
  { value: '0', label: 'Not at all' },
] as const

export function RotateSecretDialog({ id, open, onClose, onMade }: RotateSecretDialogProps) {
  const form = useForm({ defaultValues: { overlap_hours: '24' } })
  const save = useFormAction(
    form,
    'POST /webhooks/{id}/rotate-secret',
    ({ overlap_hours: hours }) => ({ params: { id }, body: { overlap_hours: Number(hours) } }),
    { onDone: ({ secret }) => onMade(secret) },
  )
  return (
    <Dialog open={open} onClose={onClose} size="sm" title="Rotate secret">
      <Form of={save}>
        <SelectField
          label="The old secret keeps signing for"
          hint="During this time, every delivery has both signatures."
          options={overlaps}
          {...form.register('overlap_hours')}
        />
        <FormActions {...save} action="Rotate secret" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
