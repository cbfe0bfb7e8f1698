import { useForm } from 'react-hook-form'
import { passwordPrompt } from '../api/password-prompt.ts'
import { useStore } from '../api/store.ts'
import { Button } from '../components/buttons/button.tsx'
import { Dialog, DialogActions } from '../components/overlays/dialog.tsx'
import { FormError } from '../components/forms/form-error.tsx'
import { TextField } from '../components/forms/text-field.tsx'
import { useFormAction } from '../components/forms/use-form-action.ts'

/** Comes up by itself when the server wants the password again; what was asked for goes on afterwards. */
export function PasswordDialog() {
  const prompt = useStore(passwordPrompt)
  return (
    <Dialog
      open={prompt !== undefined}
      onClose={() => prompt?.answer(false)}
      title="Type your password again"
      description="This was asked for in a session that has been open for a while. It holds for 10 minutes."
      size="sm"
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
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <FormError message={confirm.error} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" isBusy={confirm.isBusy}>
          Go on
        </Button>
      </DialogActions>
    </form>
  )
}
