import { useEffect } from 'react'
import { conflictPrompt, enableSignInPrompt, leavePrompt, passwordPrompt, signInPrompt } from '../../api/prompts.ts'
import { useStore } from '../../api/store.ts'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'

const Dialogs = lazyPart(() => import('./dialogs.tsx'), 'Dialogs')

/** Shows the questions that requests wait for: the password, a new session, which change to keep. */
export function Prompts() {
  const questions = [
    useStore(passwordPrompt.open),
    useStore(signInPrompt.open),
    useStore(conflictPrompt.open),
    useStore(leavePrompt.open),
  ]
  useEffect(enableSignInPrompt, [])
  return (
    <WhenOpen open={questions.some((question) => question !== undefined)}>
      <Dialogs />
    </WhenOpen>
  )
}
