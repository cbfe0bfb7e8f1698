import { useForm } from 'react-hook-form'
import type { Role } from '@matterbase/schemas'
import { fieldOf } from '../../components/forms/field-of.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import type { HandedLink } from './link-dialog.tsx'
import { roles } from './roles.tsx'

interface InviteDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onLink: (link: HandedLink) => void
}

export function InviteDialog({ open, onClose, onLink }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Invite a member"
      description="You get a link to hand over; nothing is mailed."
      size="sm"
    >
      <InviteForm onClose={onClose} onLink={onLink} />
    </Dialog>
  )
}

function InviteForm({ onClose, onLink }: Omit<InviteDialogProps, 'open'>) {
  const form = useForm<{ email: string; role: Role }>({ defaultValues: { email: '', role: 'lawyer' } })
  const invite = useFormAction(form, 'POST /members/invites', (body) => ({ body }), {
    onDone: ({ data: { email, url, expires_at } }) => {
      onClose()
      onLink({ title: `Invitation for ${email}`, url, expires_at })
    },
  })
  const field = fieldOf(form)
  return (
    <form onSubmit={invite.onSubmit} className="flex flex-col gap-4">
      <TextField label="Email" type="email" {...field('email')} />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-table font-medium">Role</legend>
        {roles.map(({ value, label, may }) => (
          <CheckboxField key={value} type="radio" label={label} hint={may} value={value} {...form.register('role')} />
        ))}
      </fieldset>
      <FormActions {...invite} action="Make the link" onCancel={onClose} />
    </form>
  )
}
