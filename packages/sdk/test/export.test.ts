import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'

import {
  ConnectionError,
  DecodeError,
  type Matter,
  ServerError,
  type SyncBatch,
  TimeoutError,
  validator,
} from '../src/index.ts'
import { startService } from './mock-server.ts'
import { baseUrl, client, matter } from './service.ts'

const respondWith = startService()

const moment = '2026-03-14T09:26:53.000Z'
const matters = (count: number) => Array.from({ length: count }, (_, n) => ({ ...matter, id: n + 1, title: `Æ ${n}` }))
const lineOf = (value: object) => `${JSON.stringify(value)}\n`
const endOf = (count: number) => lineOf({ _export: { count, updated_since: moment } })
const whole = (count: number) => matters(count).map(lineOf).join('') + endOf(count)

interface Body {
  readonly pieces: readonly (string | Uint8Array)[]
  /** What comes after them: the end, a connection that breaks off, or nothing for ever. */
  readonly after?: 'end' | 'break' | 'nothing'
}

/** A body that arrives in these pieces, as it is asked for. */
function bodyOf({ pieces, after = 'end' }: Body, onCancel = () => {}) {
  const utf8 = new TextEncoder()
  const left = pieces.map((piece) => (typeof piece === 'string' ? utf8.encode(piece) : piece))
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = left.shift()
        if (next) controller.enqueue(next)
        else if (after === 'end') controller.close()
        else if (after === 'break') controller.error(new Error('ECONNRESET'))
      },
      cancel: onCancel,
    },
    // Nothing is made ready before it is asked for.
    { highWaterMark: 0 },
  )
}

/** Exports of matters that are answered with these bodies, one after another. */
function exportsOf(...bodies: Body[]) {
  const left = [...bodies]
  const seen: string[] = []
  respondWith(
    http.get(`${baseUrl}/matters/export`, ({ request }) => {
      seen.push(new URL(request.url).search)
      const body = left.shift()
      if (!body) return HttpResponse.json({ error: 'Two exports are under way', code: 'overloaded' }, { status: 503 })
      return new HttpResponse(bodyOf(body), {
        headers: { 'content-type': 'application/x-ndjson', 'x-updated-since': moment },
      })
    }),
  )
  return seen
}

/** What came, and what it ended with. */
async function read(batches: AsyncIterable<SyncBatch<Matter>>) {
  const came: SyncBatch<Matter>[] = []
  const error = await (async () => {
    for await (const batch of batches) came.push(batch)
  })().catch((thrown: unknown) => thrown)
  return { came, error, ids: came.flatMap(({ items }) => items.map(({ id }) => id)) }
}

it('gives every record, however the answer is cut into pieces, and the moment with the last of them', async () => {
  const bytes = new TextEncoder().encode(whole(3))
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
  const cuts = [{ pieces: [bytes] }, { pieces }]
  exportsOf(...cuts)
  for (const { pieces: sent } of cuts) {
    const { came, error } = await read(client().matters.export())
    expect([came.length > 0, error]).toEqual([sent.length > 0, undefined])
    expect(came.flatMap(({ items }) => items)).toEqual(matters(3))
    expect(came.map(({ deleted }) => deleted).flat()).toEqual([])
    expect(came.at(-1)?.checkpoint).toEqual({
      version: 1,
      resource: 'matters',
      updated_since: moment,
      partial: false,
    })
    expect(came.slice(0, -1).filter(({ items, checkpoint }) => items.length !== 1 || !checkpoint.partial)).toEqual([])
  }
})

it('gives the moment of an empty workspace too', async () => {
  exportsOf({ pieces: [endOf(0)] })
  const { came, error } = await read(client().matters.export())
  expect([came, error]).toEqual([
    [
      {
        items: [],
        deleted: [],
        checkpoint: { version: 1, resource: 'matters', updated_since: moment, partial: false },
      },
    ],
    undefined,
  ])
})

it.each<[string, Body, string]>([
  ['has no last line', { pieces: [matters(2).map(lineOf).join('')] }, 'The export is incomplete after 2 records'],
  [
    'has a last line that counts others',
    { pieces: [lineOf(matter), endOf(2)] },
    'The export is incomplete after 1 records',
  ],
  ['breaks off within its last line', { pieces: [whole(2).slice(0, -1)] }, 'The export is incomplete after 2 records'],
  ['has nothing at all', { pieces: [] }, 'The export is incomplete after 0 records'],
])('is an error when it %s, and what came has a partial checkpoint', async (_name, body, message) => {
  exportsOf(body)
  const { came, error } = await read(client().matters.export())
  expect(error).toBeInstanceOf(ConnectionError)
  expect(String(error)).toContain(message)
  expect(came.map(({ checkpoint }) => checkpoint.partial)).toEqual(came.map(() => true))
})

it('is an error when it loses its connection, which says why', async () => {
  const fetch = async () => new Response(bodyOf({ pieces: [lineOf(matter)], after: 'break' }))
  const { ids, error } = await read(client({ fetch }).matters.export())
  expect(ids).toEqual([matter.id])
  expect(error).toMatchObject({ name: 'ConnectionError', message: 'The connection was lost during the response' })
  expect(String((error as Error).cause)).toContain('ECONNRESET')
})

it('is an error when what comes is none', async () => {
  exportsOf({ pieces: ['<!doctype html>\n<title>Welcome</title>\n'] })
  const { error } = await read(client().matters.export())
  expect(error).toBeInstanceOf(DecodeError)
  expect(String(error)).toContain('the body is not a JSON object')
})

it('is tried again while others are under way, and then refused as every call', async () => {
  const seen = exportsOf()
  const { error } = await read(client().matters.export({ maxRetries: 1 }))
  expect(error).toBeInstanceOf(ServerError)
  expect(error).toMatchObject({ code: 'overloaded', attempts: 2 })
  expect(seen).toEqual(['', ''])
})

it('ends when nothing comes any more, at the deadline, and with its signal, and wants no more of it', async () => {
  let cancelled = 0
  respondWith(
    http.get(
      `${baseUrl}/matters/export`,
      () => new HttpResponse(bodyOf({ pieces: [lineOf(matter)], after: 'nothing' }, () => (cancelled += 1))),
    ),
  )
  const stalled = await read(client({ timeout: 50 }).matters.export())
  expect(stalled.error).toBeInstanceOf(TimeoutError)
  const late = await read(client({ deadline: 50 }).matters.export())
  expect(late.error).toMatchObject({ name: 'TimeoutError', code: 'deadline_exceeded' })
  const controller = new AbortController()
  for await (const { items } of client().matters.export({ signal: controller.signal })) {
    expect(items.map(({ id }) => id)).toEqual([matter.id])
    break
  }
  const aborted = read(client().matters.export({ signal: controller.signal }))
  controller.abort()
  expect((await aborted).error).toMatchObject({ name: 'AbortError' })
  expect(cancelled).toBeGreaterThanOrEqual(3)
})

it('has each record looked at, and not its last line', async () => {
  exportsOf({ pieces: [whole(2)] })
  const looked: unknown[] = []
  const isMatter = (record: unknown) => (record as Matter).title === 'Æ 0'
  const schema = {
    '~standard': { validate: (record: unknown) => (isMatter(record) ? {} : { issues: [{ message: 'not Æ 0' }] }) },
  }
  const validate = validator({ matters: schema }, ({ record }) => looked.push(record))
  expect((await read(client({ validate }).matters.export())).error).toBeUndefined()
  expect(looked).toEqual([matters(2)[1]])
})

it('is where sync begins that is asked to, which goes on from its moment, once', async () => {
  const seen = exportsOf({ pieces: [whole(2)] })
  const asked: string[] = []
  const later = { ...matter, id: 2, title: 'later', updated_at: '2026-03-14T09:26:54.000Z' }
  respondWith(
    http.get(`${baseUrl}/matters`, ({ request }) => {
      const since = new URL(request.url).searchParams.get('updated_since') ?? ''
      asked.push(since)
      const data = since < later.updated_at ? [later] : []
      return HttpResponse.json({ count: data.length, data, has_more: false })
    }),
  )
  const { matters: mattersOf } = client()
  const first = await read(mattersOf.sync({ checkpoint: null, export: true }))
  expect([first.ids, first.error]).toEqual([[1, 2, 2], undefined])
  const again = await read(mattersOf.sync({ checkpoint: first.came.at(-1)?.checkpoint, export: true }))
  expect(again.ids).toEqual([])
  expect((await read(mattersOf.sync({ since: '2026-03-14', export: true }))).ids).toEqual([2])
  expect(seen).toHaveLength(1)
  expect(asked).toEqual([moment, later.updated_at, '2026-03-14T00:00:00Z'])
})

it('is begun anew by a sync from a part of it, which goes on from where that one was: what was deleted since is told', async () => {
  const early = '2026-03-13T00:00:00.000Z'
  exportsOf({ pieces: [whole(1)] })
  const deletion = { id: 9, external_id: null, deleted_at: '2026-03-13T10:00:00.000Z' }
  const asked: string[] = []
  respondWith(
    http.get(`${baseUrl}/matters`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('updated_since') ?? '')
      return HttpResponse.json({ count: 1, data: [{ ...deletion, updated_at: deletion.deleted_at }], has_more: false })
    }),
  )
  const checkpoint = { version: 1, resource: 'matters', updated_since: early, partial: true } as const
  const { came, ids } = await read(client().matters.sync({ checkpoint }))
  expect(ids).toEqual([1])
  expect(came.flatMap(({ deleted }) => deleted)).toEqual([deletion])
  expect(asked).toEqual([early])
})
