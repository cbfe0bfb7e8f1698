import { randomUUID } from 'node:crypto'
import { accountContract, dashContract, sharedContract } from '@matterbase/schemas'
import { charts } from '@matterbase/schemas/charts'
import type { Operation, Resource } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makers, newPlace } from './dash-records.ts'
import type { Place } from './dash-records.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let place: Place

beforeAll(async () => {
  api = await startApi()
  place = await newPlace(api)
})
afterAll(() => api.close())

const named = (resources: Readonly<Record<string, Resource<string>>>) =>
  Object.values(resources)
    .flatMap((resource) => Object.values(resource))
    .map((operation) => [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const)

const all: readonly (readonly [string, Operation<string>])[] = [
  ...named(sharedContract),
  ...named(dashContract),
  ...named(accountContract),
]

/** Changes that name no version, each with the reason why nothing of another member is lost. */
const withoutVersion: Readonly<Record<string, string>> = {
  'PATCH /custom-fields/{id}': 'sends the changed fields only',
  'PUT /custom-fields/order': 'each move is saved, without text',
  'PUT /invoices/{id}/status': 'voids or pays an invoice, which its state allows once',
  'PUT /timer': 'starts the member’s own timer',
  'PATCH /timer': 'the member’s own timer, saved field by field',
  'PUT /account/two-factor': 'one switch',
  'PATCH /members/{id}': 'one role, with a list of what ends',
  'PUT /members/{id}/initials': 'one value',
  'PATCH /profile': 'the member’s own name',
  'PATCH /account': 'one name',
}

it('names the version that was seen in every form that saves a whole', () => {
  const changes = all.filter(([, { method }]) => method === 'put' || method === 'patch')
  const free = changes.filter(
    ([, { changes: whole, errors = [] }]) => !whole && !errors.includes('precondition_failed'),
  )
  expect(free.map(([name]) => name).toSorted()).toEqual(Object.keys(withoutVersion).toSorted())
})

interface Whole {
  readonly path: string
  readonly read: string
  readonly bodies: readonly [object, object]
}

/** Each form that saves a whole, and what two members make of it. */
const wholes: Readonly<Record<string, (of: Place) => Promise<Whole> | Whole>> = {
  'PATCH /firm': () => ({ path: '/firm', read: '/firm', bodies: [{ bank_name: 'One' }, { account_holder: 'Two' }] }),
  'PUT /tax-rates': () => {
    const tax = (percent: number) => ({ name: `USt ${percent} %`, category: 'S', percent, reason: null })
    return { path: '/tax-rates', read: '/tax-rates', bodies: [{ data: [tax(19)] }, { data: [tax(7)] }] }
  },
  'PUT /matter-numbers': () => ({
    path: '/matter-numbers',
    read: '/matter-numbers',
    bodies: [{ pattern: '{yyyy}-{seq:4}' }, { pattern: '{seq:3}/{yy}' }],
  }),
  'PUT /intake-form': () => ({
    path: '/intake-form',
    read: '/intake-form',
    bodies: [
      { slug: `one-${randomUUID().slice(0, 8)}`, title: 'One' },
      { slug: `two-${randomUUID().slice(0, 8)}`, title: 'Two' },
    ],
  }),
  'PATCH /accounting/settings': () => ({
    path: '/accounting/settings',
    read: '/accounting/settings',
    bodies: [{ ...charts.SKR03, bank_account: '1210' }, { write_off_account: '2410' }],
  }),
  'PUT /rates': () => ({
    path: '/rates',
    read: '/rates',
    bodies: [
      { scope: 'firm', amount: 200 },
      { scope: 'firm', amount: 300 },
    ],
  }),
  'PUT /timekeepers/{user_id}': async (of) => ({
    path: `/timekeepers/${await makers['timekeepers']?.(of, [])}`,
    read: '/timekeepers',
    bodies: [{ timekeeper_id: 'ONE' }, { timekeeper_id: 'TWO' }],
  }),
  'PATCH /clients/{id}/billing': async (of) => {
    const path = `/clients/${await makers['clients']?.(of, [])}/billing`
    return { path, read: path, bodies: [{ debtor_number: 10_001 }, { debtor_number: 10_002 }] }
  },
  'PATCH /matters/{id}/billing': async (of) => {
    const path = `/matters/${await makers['matters']?.(of, [])}/billing`
    return { path, read: path, bodies: [{ client_matter_id: 'A' }, { client_matter_id: 'B' }] }
  },
  'PUT /expenses/{id}/tax': async (of) => {
    const path = `/expenses/${await makers['expenses']?.(of, [])}/tax`
    return {
      path,
      read: path,
      bodies: [{ tax: { category: 'E', percent: 0 } }, { tax: { category: 'Z', percent: 0 } }],
    }
  },
}

it('has a case for every form that saves a whole', () => {
  const names = all.filter(([, { changes }]) => changes !== undefined).map(([name]) => name)
  expect(Object.keys(wholes).toSorted()).toEqual(names.toSorted())
})

describe.each(Object.keys(wholes))('%s', (name) => {
  const of = async () => {
    const whole = await wholes[name]?.(place)
    if (!whole) throw new Error(`No case for ${name}`)
    const [method = ''] = name.split(' ')
    const read = async () => {
      const reply = await place.owner.call('GET', `/live${whole.read}`)
      return { text: reply.text, tag: reply.headers.get('etag') ?? '' }
    }
    const save = (body: object, tag: string | undefined) =>
      // An empty header is none.
      place.owner.call(method, `/live${whole.path}`, { body, headers: { 'if-match': tag ?? '' } })
    return { ...whole, read, save }
  }

  it('lets one of two writers win, and changes nothing for the other', async () => {
    const { bodies, read, save } = await of()
    const { tag } = await read()
    expect(tag).toMatch(/^"[\w-]+"$/)
    const replies = await Promise.all(bodies.map((body) => save(body, tag)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    const after = await read()
    expect(after.tag).not.toBe(tag)
    // The loser reads again, and saves.
    const loser = bodies[replies.findIndex(({ status }) => status === 412)] ?? {}
    expect((await save(loser, tag)).body.code).toBe('precondition_failed')
    expect(await read()).toEqual(after)
    expect((await save(loser, after.tag)).status).toBe(200)
    expect((await read()).text).not.toBe(after.text)
  })

  it('is refused without the version that was seen', async () => {
    const { bodies, read, save } = await of()
    const before = await read()
    for (const tag of [undefined, '"unknown"']) expect((await save(bodies[0], tag)).status).toBe(412)
    expect(await read()).toEqual(before)
  })
})
