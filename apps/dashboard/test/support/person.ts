import type { Locator, Page } from 'playwright-core'

// The keystroke-level model of Card, Moran and Newell: what each takes a person of average skill, in seconds.
const seconds = { key: 0.28, point: 1.1, click: 0.2, toOtherHand: 0.4, think: 1.35 } as const

/** Somebody at a keyboard and a mouse, whose steps are counted. */
export interface Person {
  /** Goes to something with the mouse and presses it. */
  click(target: Locator): Promise<void>
  /** Types into what has the focus, key by key. */
  type(text: string): Promise<void>
  /** Presses a key once, or more often: `Tab`, `Control+Enter`. */
  press(key: string, times?: number): Promise<void>
  /** What was done until now, and how long the model says that it takes. */
  steps(): Steps
}

interface Steps {
  readonly keys: number
  readonly clicks: number
  readonly seconds: number
}

export function personAt(page: Page): Person {
  const done = { key: 0, point: 0, click: 0, toOtherHand: 0, think: 0 }
  let hand: 'mouse' | 'keyboard' | undefined
  let isThinking = true
  const take = (next: 'mouse' | 'keyboard') => {
    if (hand !== undefined && hand !== next) done.toOtherHand++
    hand = next
  }
  const strike = (keys: number) => {
    take('keyboard')
    done.key += keys
  }
  return {
    async click(target) {
      await target.click()
      take('mouse')
      // Where to go next is thought about before each of them.
      done.think++
      done.point++
      done.click++
      isThinking = false
    },
    async type(text) {
      await page.keyboard.type(text)
      // And what to write, where no press of the mouse has just led there.
      if (isThinking) done.think++
      isThinking = true
      // A capital is two keys.
      strike(text.length + (text.match(/\p{Lu}/gu)?.length ?? 0))
    },
    async press(key, times = 1) {
      for (let time = 0; time < times; time++) await page.keyboard.press(key)
      strike(times * key.split('+').length)
    },
    steps: () => ({
      keys: done.key,
      clicks: done.click,
      seconds: Math.round(
        Object.entries(done).reduce((sum, [step, times]) => sum + times * seconds[step as keyof typeof seconds], 0),
      ),
    }),
  }
}
