import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { freePort } from '@matterbase/config/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startApi } from './api-process.ts'

const bin = fileURLToPath(new URL('../bin/matterbase-mcp.js', import.meta.url))

let api: Awaited<ReturnType<typeof startApi>>
let counter: Server
let mcp: ChildProcess
let url: string
/** The status of each answer of the API to the MCP server. */
let statuses: (number | undefined)[] = []

/** Passes requests on to the API, and counts them. */
function countingProxy(target: URL): Server {
  return createServer((req, res) => {
    const { method, headers } = req
    const onward = request(new URL(req.url ?? '', target), { method, headers }, (answer) => {
      statuses.push(answer.statusCode)
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    req.pipe(onward)
  })
}

beforeAll(async () => {
  api = await startApi()
  const [countingPort, port] = [await freePort(), await freePort()]
  counter = countingProxy(new URL(api.baseUrl))
  await new Promise<void>((resolve) => void counter.listen(countingPort, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${port}/mcp`
  mcp = spawn(process.execPath, [bin, '--http', '--port', String(port)], {
    env: { PATH: process.env['PATH'], MATTERBASE_BASE_URL: `http://127.0.0.1:${countingPort}/api/v1` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await vi.waitFor(async () => (await fetch(url)).text(), { timeout: 150_000, interval: 50 })
})
afterAll(async () => {
  mcp.kill('SIGTERM')
  if (mcp.exitCode === null) await once(mcp, 'exit')
  counter.closeAllConnections()
  counter.close()
  await api.close()
})

const listTools = (key: string) =>
  fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })

it('a wrong key is tried once at the API, and answered 401', async () => {
  statuses = []
  expect((await listTools(`mb_live_${'x'.repeat(43)}`)).status).toBe(401)
  expect(statuses).toEqual([401])
})

it('a key that the API limits is tried once, and answered 429 with how long to wait', async () => {
  for (let n = 0; n < 400; n++) {
    statuses = []
    const reply = await listTools(`mb_live_${n.toString().padStart(43, '0')}`)
    await reply.text()
    expect(statuses).toEqual([reply.status])
    if (reply.status === 401) continue
    expect(reply.status).toBe(429)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    return
  }
  throw new Error('The API has not limited 400 wrong keys')
})
