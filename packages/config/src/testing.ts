import { existsSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

// The one without a window of its own first: it does half the work.
const browsers = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
  ...['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
]

/**
 * The browser that tests drive. Undefined where there is none, which is said on stderr: such tests are
 * left out there.
 *
 * @throws Error when there is none in CI, where they must run.
 */
export function findBrowser(): string | undefined {
  const found = browsers.find((path) => existsSync(path))
  const missing = `None of these browsers is installed: ${browsers.join(', ')}`
  if (!found && process.env['CI']) throw new Error(`${missing}, and CI needs one`)
  if (!found) console.warn(`${missing}: what is tested in one is left out`)
  return found
}

export interface TakenPort {
  readonly port: number
  close(): Promise<void>
}

/** A port of 127.0.0.1 that something listens on until it is closed. */
export async function takePort(): Promise<TakenPort> {
  for (;;) {
    // Below those that systems give to whoever asks for any: a port that is let go is not taken by somebody else at once.
    const port = randomInt(10_000, 32_768)
    const server = createServer()
    const isTaken = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (isTaken) return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
  }
}

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  const { port, close } = await takePort()
  await close()
  return port
}

const dayMs = 86_400_000

/** Resolves when at least two minutes of the UTC day are left: for tests that compare days. */
export async function waitPastMidnight(): Promise<void> {
  const left = dayMs - (Date.now() % dayMs)
  if (left < 120_000) await setTimeout(left)
}
