import { useForm } from 'react-hook-form'
import { passwordPrompt } from '../../api/prompts/password-prompt.ts'
import { useStore } from '../../api/store.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'

/** Opens when the server asks for the password again; the request that needed it continues afterwards. */
export function PasswordDialog() {
  const prompt = useStore(passwordPrompt.asked)
  return (
    <Dialog
      open={prompt !== undefined}
      onClose={() => prompt?.answer(false)}
      title="Confirm your password"
      description="You signed in a while ago, and this action needs your password. You can then continue for 10 minutes without entering it again."
      size="sm"
      asks
    >
      {prompt && <PasswordForm onDone={() => prompt.answer(true)} onCancel={() => prompt.answer(false)} />}
    </Dialog>
  )
}

function PasswordForm({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }) {
  const form = useForm({ defaultValues: { password: '' } })
  const confirm = useFormAction(form, 'POST /re-authenticate', (body) => ({ body }), { invalidates: [], onDone })
  return (
    <Form of={confirm} className="flex flex-col gap-3">
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        {...fieldOf(form)('password')}
      />
      <FormActions {...confirm} action="Continue" onCancel={onCancel} />
    </Form>
  )
}
