import { useForm } from 'react-hook-form'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import type { Member } from './member.ts'

interface InitialsDialogProps {
  readonly member: Member
  readonly open: boolean
  readonly onClose: () => void
}

/** Sets the initials of a member in lists and in the API. */
export function InitialsDialog({ member, open, onClose }: InitialsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Initials of ${member.name}`} size="sm">
      <InitialsForm member={member} onClose={onClose} />
    </Dialog>
  )
}

function InitialsForm({ member: { id, initials }, onClose }: Omit<InitialsDialogProps, 'open'>) {
  const form = useForm({ defaultValues: { initials } })
  const save = useFormAction(
    form,
    'PUT /members/{id}/initials',
    (values) => ({ params: { id }, body: { initials: values.initials || null } }),
    {
      onDone: () => {
        onClose()
        toast('Initials saved')
      },
    },
  )
  return (
    <Form of={save}>
      <TextField
        label="Initials"
        maxLength={10}
        hint="Leave the field empty to use the first letters of the name."
        {...fieldOf(form)('initials')}
      />
      <FormActions {...save} action="Save" onCancel={onClose} />
    </Form>
  )
}
