import { useEffect } from 'react'
import { changePrompt } from '../../api/change-prompt.ts'
import { passwordPrompt } from '../../api/password-prompt.ts'
import { showSignInPrompt, signInPrompt } from '../../api/sign-in-prompt.ts'
import { useStore } from '../../api/store.ts'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'), 'PasswordDialog')
const SignInDialog = lazyPart(() => import('./sign-in-dialog.tsx'), 'SignInDialog')
const ChangeDialog = lazyPart(() => import('./change-dialog.tsx'), 'ChangeDialog')

/** What requests ask for before they go on: the password, a new session, whose change is kept. */
export function Asking() {
  const isPasswordAsked = useStore(passwordPrompt.asked) !== undefined
  const isSignInAsked = useStore(signInPrompt.asked) !== undefined
  const isChangeAsked = useStore(changePrompt.asked) !== undefined
  useEffect(showSignInPrompt, [])
  return (
    <>
      <WhenOpen open={isPasswordAsked}>
        <PasswordDialog />
      </WhenOpen>
      <WhenOpen open={isChangeAsked}>
        <ChangeDialog />
      </WhenOpen>
      <WhenOpen open={isSignInAsked}>
        <SignInDialog />
      </WhenOpen>
    </>
  )
}
