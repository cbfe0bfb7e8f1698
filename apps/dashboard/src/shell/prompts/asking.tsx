import { useEffect } from 'react'
import { changePrompt } from '../../api/prompts/change-prompt.ts'
import { leavePrompt } from '../../api/prompts/leave-prompt.ts'
import { passwordPrompt } from '../../api/prompts/password-prompt.ts'
import { showSignInPrompt, signInPrompt } from '../../api/prompts/sign-in-prompt.ts'
import { useStore } from '../../api/store.ts'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'

const Dialogs = lazyPart(() => import('./dialogs.tsx'), 'Dialogs')

/** What requests ask for before they go on: the password, a new session, whose change is kept. */
export function Asking() {
  const asked = [
    useStore(passwordPrompt.asked),
    useStore(signInPrompt.asked),
    useStore(changePrompt.asked),
    useStore(leavePrompt.asked),
  ]
  useEffect(showSignInPrompt, [])
  return (
    <WhenOpen open={asked.some((one) => one !== undefined)}>
      <Dialogs />
    </WhenOpen>
  )
}
