import { exchange } from '../api/call.ts'
import { toastError } from '../components/overlays/toast.tsx'

/** Ends the session. `replace`, so that Back does not lead into the app. */
export function signOut() {
  exchange('POST', '/dash/v1/sign-out', {}).then(() => location.replace('/sign-in'), toastError)
}
