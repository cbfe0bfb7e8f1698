import { recordContracts } from '@matterbase/schemas'
import { alphabets, readPoisons, withoutRefused } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { newRecordBody } from './new-record-body.ts'

let api: Api
let key: string
/** The IDs of a record of each path, which changes name. */
const ids = new Map<string, number>()
const slug = 'poison-form'
/** The statuses of the neighbor's writes. */
const neighbor: number[] = []
const over = new AbortController()
let writing: Promise<unknown>

beforeAll(async () => {
  // The form is sent more often than an address may.
  const formLimiter = { ...memoryRateLimiter(), count: async () => ({ allowed: true, used: 1, msLeft: 0 }) }
  api = await startApi({ formLimiter })
  key = await api.key()
  for (const contract of Object.values(recordContracts)) {
    const path = `/${contract.path}`
    const reply = await api.call('POST', path, { key, body: await newRecordBody(api, key, contract, 'Poison') })
    ids.set(path, reply.body.data.id)
  }
  const owner = await signedInAs(api)
  const form = { title: 'Poison', introduction: '', practice_areas: [], is_open: true, slug }
  await owner.call('PUT', '/intake-form', { body: form })
  writing = Promise.all((await Promise.all([api.key(), api.key()])).map(writeUntilOver))
})
afterAll(async () => {
  over.abort()
  await writing
  await api.close()
})

/** Writes of another account, one after the other, as long as the poison lasts. */
async function writeUntilOver(other: string) {
  while (!over.signal.aborted)
    neighbor.push((await api.call('POST', '/matters', { key: other, body: { title: 'Neighbor' } })).status)
}

/** The statuses of a poisoned request, and of the same without the fields that were refused. */
async function send(method: string, path: string, body: object): Promise<number[]> {
  const { status, body: answer } = await api.call(method, path, { key, body })
  const rest = withoutRefused(body, answer)
  return rest ? [status, (await api.call(method, path, { key, body: rest })).status] : [status]
}

/** The statuses of the poison that are errors of the server, and of the neighbor's writes in the meantime that are not 201. */
async function harmOf(poison: (text: string) => Promise<readonly number[]>) {
  const from = neighbor.length
  const statuses: number[] = []
  for (const text of Object.values(alphabets)) statuses.push(...(await poison(text)))
  return {
    poison: statuses.filter((status) => status >= 500),
    neighbor: neighbor.slice(from).filter((status) => status !== 201),
  }
}

const none = { poison: [], neighbor: [] }

it.each(readPoisons().map(({ operation: { method, path }, body }) => [method.toUpperCase(), path, body] as const))(
  '%s %s writes or refuses the longest texts in any alphabet, and fails no other account',
  async (method, path, body) => {
    const collection = path.replace(/\/(?:\{.*|bulk.*)$/, '')
    const target = path.replaceAll(/\{\w+\}/g, String(ids.get(collection) ?? 1))
    expect(await harmOf((text) => send(method, target, body(text)))).toEqual(none)
  },
)

it('the public form writes or refuses the longest texts in any alphabet, and fails no other account', async () => {
  const harm = await harmOf(async (text) => {
    const fields = { first_name: text.slice(0, 255).trim() || 'a', description: text.slice(0, 10_000) }
    const body = new URLSearchParams(fields)
    const response = await fetch(`${api.origin}/intake/${slug}`, { method: 'POST', body, redirect: 'manual' })
    await response.text()
    return [response.status]
  })
  expect(harm).toEqual(none)
})
