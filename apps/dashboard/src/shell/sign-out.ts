import { exchange } from '../api/call.ts'
import { leavePrompt } from '../api/prompts.ts'
import { dropDrafts } from '../components/forms/drafts/draft-store.ts'
import { hasUnsaved, leaveFreely } from '../components/forms/drafts/unsaved.ts'
import { toastError } from '../components/overlays/toast.tsx'

/** Ends the session and removes every draft. `replace`, so that Back does not lead into the app. */
export async function signOut() {
  if (hasUnsaved() && !(await leavePrompt.ask({ isKept: false }))) return
  try {
    await exchange('POST', '/dash/v1/sign-out', {})
    leaveFreely()
    dropDrafts()
    location.replace('/sign-in')
  } catch (error) {
    toastError(error)
  }
}
