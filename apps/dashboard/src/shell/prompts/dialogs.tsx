import { ChangeDialog } from './change-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

/** Loaded together, when one of them is first needed. */
export const Dialogs = () => (
  <>
    <PasswordDialog />
    <ChangeDialog />
    <LeaveDialog />
    <SignInDialog />
  </>
)
