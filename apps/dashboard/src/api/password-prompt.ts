import { createStore } from './store.ts'

/** A request for the password; `answer` is told whether it was confirmed. */
export interface Prompt {
  readonly answer: (isConfirmed: boolean) => void
}

export const passwordPrompt = createStore<Prompt | undefined>(undefined)

let asking: Promise<boolean> | undefined

/** Asks for the password, once for all requests that need it at the moment. False when it was not given. */
export function askPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => passwordPrompt.set({ answer: resolve })).finally(() => {
    asking = undefined
    passwordPrompt.set(undefined)
  })
  return asking
}
