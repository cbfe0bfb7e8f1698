import { clients, matters } from '@matterbase/schemas'
import { describe, expect, it } from 'vitest'
import type { RecordWrite, StoredRecord, Values } from '../src/core/records/record.ts'
import { tagOf } from '../src/core/records/tag.ts'
import { draftsOf, unseenDrafts } from '../src/core/write/drafts.ts'
import { planWrites, savedAs } from '../src/core/write/plan.ts'

const kind = { noun: 'matter', fields: matters.fields, rules: matters.rules }
const initial = Object.fromEntries(Object.entries(matters.fields).map(([name, field]) => [name, field.initial]))

function stored(id: number, changes: Values): StoredRecord {
  const stamp = '2026-01-02T03:04:05.006Z'
  const values = { id, ...initial, ...changes, created_at: stamp, updated_at: stamp }
  return { json: JSON.stringify(values), values }
}

interface Given {
  readonly write: RecordWrite
  readonly workspaceId?: number
  readonly existing?: StoredRecord
  readonly holder?: StoredRecord
}

/** Plans writes, and shows each as its step and its outcome. */
function plan(...given: readonly Given[]) {
  const drafts = draftsOf(
    given.map(({ workspaceId = 1, ...one }) => ({ workspaceId, ...one })),
    kind,
  )
  const { inserts, updates, outcomes } = planWrites(
    { drafts, holders: given.map(({ holder }) => holder), missing: given.map(() => []) },
    kind,
  )
  return drafts.map((draft) => {
    if (inserts.includes(draft)) return 'insert'
    if (updates.includes(draft)) return 'update'
    const outcome = outcomes.get(draft)
    if (outcome === 'again') return 'again'
    if (outcome && 'error' in outcome) return outcome.error.code
    return outcome?.unchanged ? 'unchanged' : 'nothing'
  })
}

const create = (changes: Values): RecordWrite => ({ as: 'create', changes: { title: 'A', ...changes } })
const upsert = (external_id: string, changes: Values = {}, seen?: 'any'): RecordWrite => ({
  as: 'upsert',
  changes: { title: 'A', ...changes, external_id },
  seen,
})
const change = (id: number, changes: Values): RecordWrite => ({ as: 'change', id, changes })

describe('a plan of writes', () => {
  it('inserts a new record, updates a changed one and leaves an unchanged one', () => {
    const existing = stored(1, { title: 'A', external_id: 'a' })
    expect(
      plan(
        { write: upsert('new') },
        { write: upsert('a', { title: 'B' }), existing },
        { write: upsert('b'), existing: stored(2, { title: 'A', external_id: 'b' }) },
      ),
    ).toEqual(['insert', 'update', 'unchanged'])
  })

  it('makes a new record of the initial values, the defaults and the changes', () => {
    const [draft] = draftsOf(
      [{ workspaceId: 1, write: { ...create({ title: 'T' }), defaults: { description: 'D' } } }],
      kind,
    )
    expect(draft?.values).toEqual({ ...initial, title: 'T', description: 'D' })
  })

  it('refuses a change of a record that does not exist', () => {
    expect(plan({ write: change(7, { title: 'B' }) })).toEqual(['not_found'])
  })

  it('refuses a broken rule, and plans the others', () => {
    const late = { start_date: '2026-01-02', end_date: '2026-01-01' }
    expect(plan({ write: create(late) }, { write: create({}) })).toEqual(['validation_failed', 'insert'])
  })

  it('refuses an external_id that another record has, and names that record', () => {
    const holder = stored(9, { external_id: 'taken' })
    const drafts = draftsOf([{ workspaceId: 1, write: create({ external_id: 'taken' }) }], kind)
    const { outcomes } = planWrites({ drafts, holders: [holder], missing: [[]] }, kind)
    expect([...outcomes.values()]).toMatchObject([
      { error: { code: 'external_id_conflict', reasons: { facts: { existing_id: 9 } } } },
    ])
  })

  it('refuses a reference to a record that does not exist', () => {
    const drafts = draftsOf([{ workspaceId: 1, write: create({ client_id: 5 }) }], kind)
    const detail = { field: 'client_id', code: 'not_found', message: 'there is no client 5' }
    const { outcomes } = planWrites({ drafts, holders: [undefined], missing: [[detail]] }, kind)
    expect([...outcomes.values()]).toMatchObject([{ error: { reasons: { details: [detail] } } }])
  })

  it('refuses a write whose caller has seen another state of the record', () => {
    const existing = stored(1, {})
    const seen = (tags: readonly string[]) => ({ ...change(1, { title: 'B' }), seen: tags })
    expect(plan({ write: seen(['other']), existing })).toEqual(['precondition_failed'])
    expect(plan({ write: seen([tagOf(existing.json)]), existing })).toEqual(['update'])
  })

  it('puts off the second of two writes of one record, but not of records of two workspaces', () => {
    const existing = stored(1, { external_id: 'a' })
    const both = [
      { write: change(1, { title: 'B' }), existing },
      { write: upsert('a', { title: 'C' }), existing },
    ] as const
    expect(plan(...both)).toEqual(['update', 'again'])
    expect(plan(both[0], { ...both[1], workspaceId: 2 })).toEqual(['update', 'update'])
  })

  it('names the fields that were sent with another value than the record has', () => {
    const sent = { readOnly: { id: 5 }, isStrict: false, isBlind: false }
    const existing = stored(1, {})
    const [draft] = draftsOf([{ workspaceId: 1, write: { ...change(1, { title: 'B' }), sent }, existing }], kind)
    expect(draft && savedAs(draft, existing, kind)).toEqual({ record: existing, created: false, disregarded: ['id'] })
    expect(plan({ write: { ...change(1, { title: 'B' }), sent: { ...sent, isStrict: true } }, existing })).toEqual([
      'validation_failed',
    ])
  })
})

describe('a write without a look at the database', () => {
  const unseen = (write: RecordWrite, derive?: () => Promise<Values[]>) =>
    unseenDrafts([{ workspaceId: 1, write }], { ...kind, derive }).map((draft) => draft !== undefined)

  it('is a new record whose outcome depends on nothing that is stored', () => {
    expect(unseen(create({ external_id: 'a', client_id: 5 }))).toEqual([true])
    expect(unseen(upsert('a'))).toEqual([true])
  })

  it('is not a change, a conditional write, one with fields of the service, one with derived fields or a refused one', () => {
    expect(unseen(change(1, {}))).toEqual([false])
    expect(unseen(upsert('a', {}, 'any'))).toEqual([false])
    expect(unseen({ ...create({}), sent: { readOnly: { id: 1 }, isStrict: false, isBlind: false } })).toEqual([false])
    expect(unseen(create({}), async () => [])).toEqual([false])
    expect(unseen(create({ start_date: '2026-01-02', end_date: '2026-01-01' }))).toEqual([false])
    const nameless = { noun: 'client', fields: clients.fields, rules: clients.rules, derive: undefined }
    expect(unseenDrafts([{ workspaceId: 1, write: { as: 'create', changes: {} } }], nameless)).toEqual([undefined])
  })
})

describe('a map', () => {
  const pairs = { a: '1', b: '2' }
  const existing = stored(1, { title: 'A', external_id: 'x', metadata: pairs })
  const after = (changes: Values, before: StoredRecord | undefined = existing) =>
    draftsOf([{ workspaceId: 1, write: change(1, changes), existing: before }], kind)[0]?.values['metadata']

  it('keeps what a change does not name, and removes with null', () => {
    expect(after({})).toEqual(pairs)
    expect(after({ metadata: { b: '20', c: '3' } })).toEqual({ a: '1', b: '20', c: '3' })
    expect(after({ metadata: { a: null } })).toEqual({ b: '2' })
    expect(after({ metadata: { a: null, b: null } })).toBeNull()
    expect(after({ metadata: null })).toBeNull()
    expect(after({ metadata: { a: null, b: '1' } }, stored(2, { metadata: {} }))).toEqual({ b: '1' })
  })

  it('leaves a record unchanged with the values that it has, in any order', () => {
    const same: Values[string][] = [{}, { b: '2', a: '1' }, { a: '1' }, { c: null }]
    for (const metadata of same) expect(plan({ write: upsert('x', { metadata }), existing })).toEqual(['unchanged'])
    const other: Values[string][] = [null, { a: null }, { a: '2' }, { c: '' }]
    for (const metadata of other) expect(plan({ write: upsert('x', { metadata }), existing })).toEqual(['update'])
    const empty = stored(2, { title: 'A', external_id: 'y', metadata: {} })
    const none: Values[string][] = [null, {}, { a: null }]
    for (const metadata of none)
      expect(plan({ write: upsert('y', { metadata }), existing: empty })).toEqual(['unchanged'])
  })

  it('has at most 50 keys after the merge', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, '1']))
    const full = stored(3, { title: 'A', metadata: keys(50) })
    expect(plan({ write: change(3, { metadata: { more: '1' } }), existing: full })).toEqual(['validation_failed'])
    expect(plan({ write: change(3, { metadata: { more: '1', k0: null } }), existing: full })).toEqual(['update'])
    expect(unseenDrafts([{ workspaceId: 1, write: create({ metadata: keys(51) }) }], kind)).toEqual([undefined])
  })
})
