import { createStore } from '../store.ts'

interface Asked<Q, A> {
  readonly question: Q
  readonly answer: (answer: A) => void
}

let open = 0

/** Whether anything is asked: what is on the screen stays as it is meanwhile. */
export const isAsking = () => open > 0

/** Something that the person is asked while a request waits; a dialog of the shell shows it. */
export function createPrompt<Q, A>() {
  const asked = createStore<Asked<Q, A> | undefined>(undefined)
  let asking: Promise<A> | undefined
  return {
    asked,
    /** Asks once for all that need to know at the moment. */
    ask(question: Q): Promise<A> {
      if (asking) return asking
      open += 1
      asking = new Promise<A>((resolve) => asked.set({ question, answer: resolve })).finally(() => {
        open -= 1
        asking = undefined
        asked.set(undefined)
      })
      return asking
    },
  }
}
