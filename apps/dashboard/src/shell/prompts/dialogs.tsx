import { useForm } from 'react-hook-form'
import { leavePrompt, passwordPrompt } from '../../api/prompts.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../components/buttons/button.tsx'
import { fieldOf } from '../../components/forms/field-of.ts'
import { Form } from '../../components/forms/form.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { useFormAction } from '../../components/forms/use-form-action.ts'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

/** All dialogs of prompts, loaded together with the first one. */
export const Dialogs = () => (
  <>
    <PasswordDialog />
    <ConflictDialog />
    <LeaveDialog />
    <SignInDialog />
  </>
)

/** Asks before a page with unsaved text is left. */
function LeaveDialog() {
  const prompt = useStore(leavePrompt.open)
  const isKept = prompt?.question.isKept ?? true
  return (
    <Dialog
      open={prompt !== undefined}
      onClose={() => prompt?.answer(false)}
      title="Leave without saving?"
      description={
        isKept
          ? 'Your changes are not saved. This tab keeps them until you sign out. Open the page again to restore them.'
          : 'Your changes are not saved. If you sign out, they are lost.'
      }
      size="sm"
      isPrompt
    >
      <DialogActions>
        <Button autoFocus onClick={() => prompt?.answer(false)}>
          Keep editing
        </Button>
        <Button tone="danger" onClick={() => prompt?.answer(true)}>
          {isKept ? 'Leave' : 'Sign out'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Asks for the password again. The request that needs it then continues. */
function PasswordDialog() {
  const prompt = useStore(passwordPrompt.open)
  return (
    <Dialog
      open={prompt !== undefined}
      onClose={() => prompt?.answer(false)}
      title="Confirm your password"
      description="You signed in a while ago, and this action needs your password. You can then continue for 10 minutes without entering it again."
      size="sm"
      isPrompt
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
