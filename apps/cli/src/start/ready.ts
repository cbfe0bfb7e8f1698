import { setTimeout as sleep } from 'node:timers/promises'
import { explain } from '../explain.ts'

const limit = 60_000

/** Resolves once the API says that it can serve; rejects when `signal` is aborted or after a minute. */
export async function waitUntilReady(host: string, port: number, signal: AbortSignal): Promise<void> {
  const url = `http://${addressOf(host)}:${port}/readyz`
  const deadline = Date.now() + limit
  let problem = 'no answer'
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) })
      if (response.ok) return
      problem = `${response.status} ${await response.text()}`
    } catch (error) {
      signal.throwIfAborted()
      problem = explain(error instanceof Error ? (error.cause ?? error) : error)
    }
    await sleep(50, undefined, { signal })
  }
  throw new Error(`The API did not get ready within ${limit / 1000} s: ${problem}`)
}

// An address that means every one of this machine's is not one to connect to.
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
