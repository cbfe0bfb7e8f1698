import { createPrompt } from './prompt.ts'

/** Answered with whether the password was confirmed. */
export const passwordPrompt = createPrompt<undefined, boolean>({ isShared: true })

export const askPassword = () => passwordPrompt.ask(undefined)
