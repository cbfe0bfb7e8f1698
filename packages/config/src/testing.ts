import { existsSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

// The headless shell is first, because it needs half the CPU.
const browsers = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`),
  ...['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
]

/**
 * The browser for tests. Undefined without a browser, with a warning on stderr. Tests that need it are skipped.
 *
 * @throws Error without a browser in CI, where these tests must run.
 */
export function findBrowser(): string | undefined {
  const found = browsers.find((path) => existsSync(path))
  const missing = `None of these browsers is installed: ${browsers.join(', ')}`
  if (!found && process.env['CI']) throw new Error(`${missing}, and CI needs one`)
  if (!found) console.warn(`${missing}: the tests that need one are skipped`)
  return found
}

export interface TakenPort {
  readonly port: number
  close(): Promise<void>
}

/** Listens on a port of 127.0.0.1 until it is closed. */
export async function takePort(): Promise<TakenPort> {
  for (;;) {
    // Below the ephemeral range, so that no other process gets a released port immediately.
    const port = randomInt(10_000, 32_768)
    const server = createServer()
    const isTaken = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (isTaken) return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
  }
}

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const { port, close } = await takePort()
  await close()
  return port
}

const dayMs = 86_400_000

/** Waits until at least two minutes of the UTC day are left, for tests that compare days. */
export async function waitPastMidnight(): Promise<void> {
  const left = dayMs - (Date.now() % dayMs)
  if (left < 120_000) await setTimeout(left)
}
