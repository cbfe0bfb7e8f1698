import { useForm } from 'react-hook-form'
import { passwordPrompt } from '../../api/prompts/password-prompt.ts'
import { useStore } from '../../api/store.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'

/** Opens when the server asks for the password again; the request that needed it continues afterwards. */
export function PasswordDialog() {
  const prompt = useStore(passwordPrompt.asked)
  return (
    <Dialog
      open={prompt !== undefined}
      onClose={() => prompt?.answer(false)}
      title="Type your password again"
      description="This was asked for in a session that has been open for a while. It holds for 10 minutes."
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
    <form onSubmit={confirm.onSubmit} className="flex flex-col gap-3">
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus
        {...fieldOf(form)('password')}
      />
      <FormActions {...confirm} action="Go on" onCancel={onCancel} />
    </form>
  )
}
