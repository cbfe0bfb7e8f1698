import { createStore } from './store.ts'

/** Somebody waits for the password to be typed again; told whether it was. */
export interface Prompt {
  readonly answer: (isConfirmed: boolean) => void
}

export const passwordPrompt = createStore<Prompt | undefined>(undefined)

let asking: Promise<boolean> | undefined

/** Asks for the password, once for all who need it at the moment. False when it was not given. */
export function askPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => passwordPrompt.set({ answer: resolve })).finally(() => {
    asking = undefined
    passwordPrompt.set(undefined)
  })
  return asking
}
