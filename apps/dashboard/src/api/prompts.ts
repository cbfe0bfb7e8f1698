import { createStore } from './store.ts'

interface OpenQuestion<Q, A> {
  /** Unique per question, so that a dialog starts again with the next one. */
  readonly id: number
  readonly question: Q
  readonly answer: (answer: A) => void
}

let openCount = 0
let lastId = 0

/** True if a question is open. Other dialogs do not close until the user decides. */
export const isAsking = () => openCount > 0

interface PromptOptions {
  /** One answer holds for all requests that wait. Otherwise questions are asked one after the other. */
  readonly isShared: boolean
}

/** A question for the user that requests wait for. A dialog of the shell shows it. */
function createPrompt<Q, A>({ isShared }: PromptOptions) {
  const open = createStore<OpenQuestion<Q, A> | undefined>(undefined)
  let last: Promise<A> | undefined
  const show = (question: Q) =>
    new Promise<A>((resolve) => open.set({ id: ++lastId, question, answer: resolve })).finally(() =>
      open.set(undefined),
    )
  return {
    open,
    ask(question: Q): Promise<A> {
      if (isShared && last) return last
      openCount += 1
      const answer: Promise<A> = (last ? last.then(() => show(question)) : show(question)).finally(() => {
        openCount -= 1
        if (last === answer) last = undefined
      })
      last = answer
      return answer
    },
  }
}

/** A field that another member changed too. */
export interface Conflict {
  readonly name: string
  readonly label: string
  readonly theirs: unknown
  readonly yours: unknown
}

interface ConflictQuestion {
  readonly conflicts: readonly Conflict[]
  /** The other member. Null if unknown. */
  readonly by: string | null
}

/** The answer names the fields to save as typed here. Undefined saves nothing. */
export const conflictPrompt = createPrompt<ConflictQuestion, readonly string[] | undefined>({ isShared: false })

interface LeaveQuestion {
  /** True if the typed text can be restored when the page opens again. Signing out removes it. */
  readonly isKept: boolean
}

/** The answer is whether to leave the page. */
export const leavePrompt = createPrompt<LeaveQuestion, boolean>({ isShared: true })

/** The answer is whether the password was confirmed. */
export const passwordPrompt = createPrompt<undefined, boolean>({ isShared: true })

export const askPassword = () => passwordPrompt.ask(undefined)

/** Answered when the user has signed in again. */
export const signInPrompt = createPrompt<undefined, undefined>({ isShared: true })

let hasDialog = false

/** Called by the shell, which draws the dialog. Without the shell, the browser opens the sign-in page. */
export function enableSignInPrompt(): () => void {
  hasDialog = true
  return () => {
    hasDialog = false
  }
}

/** Asks for a new session. Never resolves if the browser leaves for the sign-in page. */
export function askSignIn(): Promise<undefined> {
  if (hasDialog) return signInPrompt.ask(undefined)
  leaveForSignIn()
  return new Promise(() => {})
}

export const leaveForSignIn = () =>
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
