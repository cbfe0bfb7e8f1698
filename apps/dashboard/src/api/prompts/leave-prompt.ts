import { createPrompt } from './prompt.ts'

interface Question {
  /** Whether the typed text is there when the page is opened again. At sign-out it is removed. */
  readonly isKept: boolean
}

/** Answered with whether the page is left. */
export const leavePrompt = createPrompt<Question, boolean>({ isShared: true })
