import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@matterbase/db/testing'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { extractText } from 'unpdf'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DrawingOptions } from '../src/drawing/drawings.ts'
import { wrap } from '../src/drawing/wrap.ts'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const file = new URL('drawing-thread.ts', import.meta.url)
let database: Awaited<ReturnType<typeof createTestDatabase>>
let folder = ''
const started: Api[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'drawing-'))
})
afterEach(() => Promise.all(started.splice(0).map((api) => api.close())))
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function start(drawing: DrawingOptions = {}, log?: Logger): Promise<Api> {
  const api = await startApi({
    ...(log && { log }),
    drawing: { file, ...drawing },
    database: { db: database.db, databaseUrl: database.url },
  })
  started.push(api)
  return api
}

async function invoice(member: Member, number: string, lines: object[] = []): Promise<number> {
  const id = Number((await member.call('POST', '/invoices', { body: { lines } })).body.data['invoice_id'])
  await member.call('POST', `/invoices/${id}/issue`, { body: { invoice_number: number } })
  return id
}
const pdf = (member: Member, id: number) => member.call('GET', `/invoices/${id}/file`)
/** Once it was drawn within its time, which to begin with a new thread takes on a busy machine. */
async function drawnPdf(member: Member, number: string) {
  const id = await invoice(member, number)
  let reply = await pdf(member, id)
  while (reply.status === 503) reply = await pdf(member, id)
  return reply
}
const appears = (path: string) => expect.poll(() => existsSync(path)).toBe(true)
const threadOf = (text: string) => /^thread (\d+)/.exec(text)?.[1]

/** An invoice whose drawing holds its thread until `release` is called. */
async function holding(member: Member, name: string) {
  const path = join(folder, name)
  const reply = pdf(member, await invoice(member, `hold ${path}`))
  await appears(`${path}.begun`)
  return { reply, release: () => writeFileSync(path, '') }
}

describe('a drawing', () => {
  it('holds a thread and nobody else', async () => {
    const api = await start()
    const owner = await signedInAs(api)
    const held = await holding(owner, 'alone')
    expect((await api.request('GET', '/healthz')).status).toBe(200)
    expect((await owner.call('GET', '/invoices')).rows).toHaveLength(1)
    held.release()
    expect((await held.reply).text).toContain('drawing 1')
  })

  it('that takes too long is answered 503, and its thread is replaced', async () => {
    const api = await start({ deadlineMs: 4_000, running: { all: 1, each: 1 } })
    const owner = await signedInAs(api)
    const before = await drawnPdf(owner, 'before')
    const reply = await pdf(owner, await invoice(owner, 'endless'))
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'overloaded', '60'])
    expect(reply.body.error).toContain('was not ready within 4 s')
    const after = await drawnPdf(owner, 'after')
    expect([before.status, after.status]).toEqual([200, 200])
    expect(threadOf(after.text)).not.toBe(threadOf(before.text))
  })

  it('is ended by what it takes of a core, not by how long it waits for one', async () => {
    const api = await start({ mostCpuMs: 2_000, deadlineMs: 150_000 })
    const [owner, other] = [await signedInAs(api), await signedInAs(api)]
    const held = await holding(other, 'waits')
    const reply = await pdf(owner, await invoice(owner, 'busy'))
    expect([reply.status, reply.body.error]).toEqual([503, expect.stringContaining('was not ready within 2 s')])
    held.release()
    expect((await held.reply).status).toBe(200)
    expect((await pdf(owner, await invoice(owner, 'after busy'))).status).toBe(200)
  })

  it.each(['die', 'throw'])('whose thread dies (%s) is answered 500, and the next one is drawn', async (number) => {
    const api = await start({ running: { all: 1, each: 1 } })
    const owner = await signedInAs(api)
    const id = await invoice(owner, number)
    const replies = await Promise.all([pdf(owner, id), pdf(owner, id)])
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [500, 'internal'],
      [500, 'internal'],
    ])
    expect((await pdf(owner, await invoice(owner, `after ${number}`))).status).toBe(200)
  })

  it('is made once for all who ask at once and later, until the invoice changes', async () => {
    const api = await start()
    const owner = await signedInAs(api)
    const id = await invoice(owner, 'same', [{ description: 'Fee', net: 1 }])
    const texts = (await Promise.all([pdf(owner, id), pdf(owner, id), pdf(owner, id)])).map(({ text }) => text)
    expect([...texts, (await pdf(owner, id)).text]).toEqual(Array(4).fill(texts[0]))
    await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'paid' } })
    expect((await pdf(owner, id)).text).toContain('drawing 2')
  })

  it('is made again where more bytes were drawn since than are kept', async () => {
    const api = await start({ keptBytes: 30 })
    const owner = await signedInAs(api)
    const [a, b] = [await invoice(owner, 'a'), await invoice(owner, 'b')]
    const first = await pdf(owner, a)
    await pdf(owner, b)
    expect((await pdf(owner, a)).text).not.toBe(first.text)
  })

  it('is not made for who hung up while it waited', async () => {
    const statuses: number[] = []
    const log = pino(
      {},
      { write: (line: string) => void statuses.push((JSON.parse(line) as { status: number }).status) },
    )
    const api = await start({ running: { all: 1, each: 1 }, waiting: { all: 1, each: 1 } }, log)
    const owner = await signedInAs(api)
    const held = await holding(owner, 'hung-up')
    const gone = new AbortController()
    const init = { headers: { cookie: owner.cookie }, signal: gone.signal }
    const names = ['left', 'right']
    const ids = [
      await invoice(owner, `hold ${join(folder, 'left')}`),
      await invoice(owner, `hold ${join(folder, 'right')}`),
    ]
    const two = ids.map((id) => fetch(`${api.origin}/dash/v1/live/invoices/${id}/file`, init))
    // One is refused, so the other has the only place to wait; and leaves it.
    expect((await Promise.race(two)).status).toBe(503)
    gone.abort()
    await expect.poll(() => statuses).toContain(499)
    held.release()
    expect((await pdf(owner, await invoice(owner, 'next'))).status).toBe(200)
    expect(names.filter((name) => existsSync(join(folder, `${name}.begun`)))).toEqual([])
    await Promise.allSettled(two)
  })
})

describe('a full queue', () => {
  it('answers 503, and one workspace cannot fill it', async () => {
    const api = await start({ running: { all: 1, each: 1 }, waiting: { all: 3, each: 1 } })
    const members = [await signedInAs(api), await signedInAs(api), await signedInAs(api)]
    const [greedy, other, third] = members as [Member, Member, Member]
    const held = await holding(greedy, 'full')
    const refused: Promise<unknown>[] = []
    const all: ReturnType<typeof pdf>[] = []
    // Of two at once of each workspace one waits, and the other is refused.
    for (const member of [greedy, other, third]) {
      const two = [pdf(member, await invoice(member, 'one')), pdf(member, await invoice(member, 'two'))]
      all.push(...two)
      const { status, body, headers } = await Promise.race(two)
      refused.push(Promise.resolve([status, body.code, headers.get('retry-after')]))
    }
    expect(await Promise.all(refused)).toEqual(members.map(() => [503, 'overloaded', '5']))
    const fourth = await signedInAs(api)
    expect((await pdf(fourth, await invoice(fourth, 'no place left'))).status).toBe(503)
    held.release()
    expect((await Promise.all(all)).map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 503, 503, 503])
  })

  it('lets go of who waits longer than is reasonable', async () => {
    const api = await start({ patienceMs: 50, running: { all: 1, each: 1 } })
    const owner = await signedInAs(api)
    const held = await holding(owner, 'patience')
    const reply = await pdf(owner, await invoice(owner, 'waits'))
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'overloaded', '10'])
    held.release()
    expect((await held.reply).status).toBe(200)
  })
})

describe('the text of an invoice', () => {
  it('is measured piece by piece, however long its words are', () => {
    const asked: string[] = []
    const widthOf = (piece: string) => {
      asked.push(piece)
      return piece.length
    }
    const lines = wrap('x'.repeat(4_096), 40, widthOf)
    expect([lines.length, new Set(lines.slice(0, -1)).size, lines.join('').length]).toEqual([103, 1, 4_096])
    expect(asked.reduce((sum, piece) => sum + piece.length, 0)).toBeLessThan(4 * 4_096)
  })

  it.each([
    ['one two three', ['one two', 'three']],
    ['well-known-thing', ['well-', 'known-', 'thing']],
    ['a\n\nb\r\nc', ['a', '', 'b', 'c']],
    ['abcdefghijkl', ['abcdefgh', 'ijkl']],
    ['  lots   of \t space ', ['lots of', 'space']],
    ['e\u0301'.repeat(5), ['e\u0301'.repeat(4), 'e\u0301']],
    ['', ['']],
  ])('%j is broken where it should be', (text, lines) => {
    expect(wrap(text, 8, (piece) => piece.length).map((line) => line.trimStart())).toEqual(lines)
  })

  it('is printed to its end, also where a line is longer than a page', async () => {
    const api = await start({
      file: new URL('../src/drawing/draw-thread.ts', import.meta.url),
      deadlineMs: 150_000,
      patienceMs: 150_000,
    })
    const owner = await signedInAs(api)
    const lines = [{ description: `${'lorem ipsum '.repeat(330)} the end` }, { description: 'x'.repeat(4_096) }]
    const id = await invoice(owner, 'long', lines)
    const response = await fetch(`${api.origin}/dash/v1/live/invoices/${id}/file`, {
      headers: { cookie: owner.cookie },
    })
    const { text, totalPages } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })
    expect(totalPages).toBe(3)
    // Wherever its last line breaks.
    expect(text.replaceAll(/\s+/g, ' ')).toContain('the end')
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(4_096)
    expect(text.match(/Description/g)).toHaveLength(3)
  })

  it('is limited for all lines together, time included', async () => {
    const api = await start()
    const owner = await signedInAs(api)
    const entries = await Promise.all(
      Array.from({ length: 5 }, () =>
        owner.call('POST', '/time-entries', { body: { description: 'x'.repeat(60_000), duration: 1, rate: 1 } }),
      ),
    )
    const lines = entries.map(({ body }) => ({ time_entry_id: body.data.id }))
    const reply = await owner.call('POST', '/invoices', { body: { lines } })
    expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field: 'lines', code: 'too_long' }]])
    expect(reply.body.error).toContain('300000 characters')
    expect((await owner.call('POST', '/invoices', { body: { lines: lines.slice(1) } })).status).toBe(201)
  })
})
