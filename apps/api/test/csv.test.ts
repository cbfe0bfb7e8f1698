import express from 'express'
import { expect, it } from 'vitest'
import { sendCsv } from '../src/dash/csv.ts'
import { listen } from '../src/server.ts'

it('stops reading once whoever asked for the file is gone, and calls that no error', async () => {
  let isStopped = false
  async function* endless() {
    try {
      for (;;) yield 'line\r\n'.repeat(10_000)
    } finally {
      isStopped = true
    }
  }
  let sent: Promise<void> | undefined
  const app = express().get('/', async (_req, res) => {
    await (sent = sendCsv(res, 'endless.csv', endless()))
  })
  const server = await listen(app, { port: 0, host: '127.0.0.1' })
  const reader = new AbortController()
  const { headers } = await fetch(`http://127.0.0.1:${server.port}`, { signal: reader.signal })
  expect(headers.get('content-disposition')).toBe('attachment; filename="endless.csv"')
  expect(isStopped).toBe(false)
  reader.abort()
  await expect.poll(() => isStopped).toBe(true)
  await expect(sent).resolves.toBeUndefined()
  await server.close()
})
