import type { Role } from '@matterbase/schemas'
import { useForm } from 'react-hook-form'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import type { HandedLink } from './link-dialog.tsx'
import { roles } from './roles.tsx'

interface InviteDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** True if the server emails the link. */
  readonly canMail: boolean
  readonly onLink: (link: HandedLink) => void
}

export function InviteDialog({ open, onClose, canMail, onLink }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Invite a member"
      description={
        canMail
          ? 'The server emails a link to this address. The link is valid for 7 days.'
          : 'You get a link to pass on yourself. This server does not send email, so the address is not verified.'
      }
      size="sm"
    >
      <InviteForm onClose={onClose} canMail={canMail} onLink={onLink} />
    </Dialog>
  )
}

function InviteForm({ onClose, canMail, onLink }: Omit<InviteDialogProps, 'open'>) {
  const form = useForm<{ email: string; role: Role }>({ defaultValues: { email: '', role: 'lawyer' } })
  const invite = useFormAction(form, 'POST /members/invites', (body) => ({ body }), {
    onDone: ({ data: { email, url, expires_at } }) => {
      onClose()
      if (url === null) toast(`Invitation sent to ${email}`)
      else onLink({ title: `Invitation for ${email}`, url, expires_at })
    },
  })
  const field = fieldOf(form)
  return (
    <Form of={invite}>
      <TextField label="Email" inputMode="email" {...field('email')} />
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-table font-medium">Role</legend>
        {roles.map(({ value, label, may }) => (
          <CheckboxField key={value} type="radio" label={label} hint={may} value={value} {...form.register('role')} />
        ))}
      </fieldset>
      <FormActions {...invite} action={canMail ? 'Send invitation' : 'Create link'} onCancel={onClose} />
    </Form>
  )
}
