import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'

import type { Outcome } from './stand-in.ts'

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
const limitMs = 170_000

/** Runs the tests in a page of its own origin, which posts what came of them. */
export async function runInPage(path: string, tests: string): Promise<Outcome[]> {
  const script = `${tests}\nrunTests().catch((error) => [{ name: 'the tests', error: String(error) }])
    .then((outcomes) => fetch('/outcomes', { method: 'POST', body: JSON.stringify(outcomes) }))`
  const pages: Record<string, [type: string, text: string]> = {
    '/': ['text/html', '<!doctype html><script type="module" src="/tests.mjs"></script>'],
    '/tests.mjs': ['text/javascript', script],
  }
  const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
  const server = createServer((request, response) => {
    if (request.method === 'POST') void json(request).then((outcomes) => resolve(outcomes as Outcome[]), reject)
    const [type, text] = pages[request.url ?? ''] ?? ['text/plain', '']
    response.writeHead(200, { 'content-type': type }).end(text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const profile = await mkdtemp(join(tmpdir(), 'matterbase-page-'))
  const { port } = server.address() as AddressInfo
  // A group of its own: Debian's browser is a script that starts the program, which outlives it.
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`], {
    stdio: 'ignore',
    detached: true,
  })
  const timer = setTimeout(() => reject(new Error('The page has not answered')), limitMs)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    const exited = once(child, 'exit')
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await exited
    server.close()
    server.closeAllConnections()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
