import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { int, orNull, text } from '@matterbase/db'
import { expect, it, onTestFinished } from 'vitest'
import { spawnWorker } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'
import { createWorld, encryptionKey, quick } from './support/world.ts'

const chunk = Buffer.alloc(65_536, 'x')
// Each piece inflates to 64 MiB.
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))

function pour(response: ServerResponse, piece: Buffer, times: number): void {
  let left = times
  const more = () => {
    while (!response.destroyed && left-- > 0 && response.write(piece));
    if (response.destroyed || left <= 0) response.end()
    else response.once('drain', more)
  }
  more()
}

const answers: Record<string, (response: ServerResponse) => void> = {
  '/plain': (response) => void response.end('ok'),
  '/5-gigabytes': (response) => pour(response.writeHead(200, { 'content-length': 5e9 }), chunk, 1e5),
  '/10-gigabytes-in-gzip': (response) => pour(response.writeHead(200, { 'content-encoding': 'gzip' }), bomb, 160),
  '/headers': (response) => {
    for (let n = 0; n < 500; n++) response.setHeader(`x-${n}`, '\u{ED}\u{A0}"\\'.repeat(2))
    response.end('ok')
  },
  '/drip': (response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 50)
    response.on('close', () => clearInterval(drip))
  },
}

/** Each path has an endpoint, and a kind of event that only this one gets. */
const kinds = {
  '/plain': 'lead.created',
  '/5-gigabytes': 'matter.created',
  '/10-gigabytes-in-gzip': 'client.created',
  '/headers': 'invoice.paid',
  '/drip': 'document.signed',
} as const

const peakMemory = async (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

it.skipIf(process.platform !== 'linux')(
  'answers of gigabytes, gzip bombs, floods of headers and answers that never end cost a worker less than 50 MB',
  async () => {
    const world = await createWorld()
    const receiver = await startReceiver()
    const settings = { ...quick, schedule: [0] }
    const { url, prefix } = world
    const worker = await spawnWorker({ url, prefix, key: encryptionKey, redisUrl: null, settings })
    onTestFinished(async () => {
      await worker.kill('SIGKILL')
      await world.close()
      await receiver.close()
    })
    receiver.answer = (response, { path }) => answers[path]?.(response)
    const send = async (path: keyof typeof kinds, count: number) => {
      await world.addEndpoint(`${receiver.url}${path}`, { events: [kinds[path]] })
      await world.record(
        Array.from({ length: count }, () => '{}'),
        kinds[path],
      )
    }
    const outcomes = async () => {
      const rows = await world.db.rows({ outcome: orNull(text), count: int })`
        SELECT outcome, count(*)::int AS count FROM webhook_attempts GROUP BY outcome`
      return new Map(rows.map(({ outcome, count }) => [outcome, count]))
    }
    await send('/plain', 200)
    await expect.poll(outcomes).toEqual(new Map([['success', 200]]))
    const before = await peakMemory(worker.process.pid)

    for (const path of ['/5-gigabytes', '/10-gigabytes-in-gzip', '/headers'] as const) await send(path, 20)
    // More would open the circuit breaker.
    await send('/drip', 5)
    const all = new Map([
      ['success', 260],
      ['timeout', 5],
    ])
    await expect.poll(outcomes).toEqual(all)
    expect((await peakMemory(worker.process.pid)) - before).toBeLessThan(50)
    const kept = (await world.attempts()).flatMap((row) => [row.response_body ?? '', row.response_headers ?? ''])
    expect(Math.max(...kept.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(4_096)
  },
)
