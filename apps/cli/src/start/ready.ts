import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
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
      const { status, text } = await ask(url, AbortSignal.any([signal, AbortSignal.timeout(5_000)]))
      if (status === 200) return
      problem = `${status} ${text}`
    } catch (error) {
      signal.throwIfAborted()
      problem = explain(error)
    }
    await sleep(50, undefined, { signal })
  }
  throw new Error(`The API was not ready within ${limit / 1000} s: ${problem}`)
}

/** Not by `fetch`, which takes 13 MiB and would stay in the memory of this process. */
function ask(url: string, signal: AbortSignal): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { signal, agent: false }, (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode, text: body.toString() }), reject)
    })
    request.once('error', reject)
  })
}

// An address that means every one of this machine's is not one to connect to.
function addressOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
