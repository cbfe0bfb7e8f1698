import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, it } from 'vitest'
import { watchLoop } from '../src/http/log/loop-watch.ts'
import type { Hold } from '../src/http/log/loop-watch.ts'

it('says which request held the event loop, and how much of the time this thread worked', async () => {
  const holds: Hold[] = []
  const watch = watchLoop((hold) => holds.push(hold), 100)
  const app = express().use(watch.handler)
  app.get('/sign/:token', (_req, res) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    res.end()
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const named = () => holds.find(({ requests }) => requests.some((name) => name.startsWith('GET /sign/… ')))
  await fetch(`http://127.0.0.1:${port}/sign/secret?also=secret`)
  await expect.poll(named).toBeDefined()
  expect(named()).toMatchObject({ ms: expect.any(Number), cpu_ms: expect.any(Number) })
  expect(named()?.ms).toBeGreaterThan(100)
  expect(JSON.stringify(holds)).not.toContain('secret')
  watch.stop()
  server.close()
})
