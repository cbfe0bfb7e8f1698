import { createPrompt } from './prompt.ts'

/** Answered when a user has signed in again. */
export const signInPrompt = createPrompt<undefined, undefined>({ isShared: true })

let isShown = false

/** The shell shows the question; without it the browser leaves for the sign-in page. */
export function showSignInPrompt(): () => void {
  isShown = true
  return () => {
    isShown = false
  }
}

/** After a session has ended: what is on the screen stays, and what asked goes on. Never answers where nothing can ask. */
export function askSignIn(): Promise<undefined> {
  if (isShown) return signInPrompt.ask(undefined)
  leaveForSignIn()
  return new Promise(() => {})
}

export const leaveForSignIn = () =>
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
