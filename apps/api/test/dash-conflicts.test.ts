import { identifier, int } from '@matterbase/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

interface Hit {
  readonly kind: string
  readonly title: string
  readonly fit: string
  readonly on: readonly string[]
  readonly deleted: boolean
}

const post = (member: Member, path: string, body: object) => member.call('POST', path, { body })

async function pathOf(member: Member, leadData: object): Promise<string> {
  const { body } = await post(member, '/leads', { leadData })
  return `/lead-board/${(body['lead'] as { lead_id: string }).lead_id}`
}

async function hitsOf(member: Member, path: string, ...opponents: readonly string[]): Promise<Hit[]> {
  const query = opponents.length > 0 ? `?opponents=${encodeURIComponent(opponents.join('\n'))}` : ''
  return (await member.call('GET', `${path}/conflicts${query}`)).rows as unknown as Hit[]
}

const brief = (hits: readonly Hit[]) => hits.map(({ kind, title, fit }) => [kind, title, fit])

describe('a conflict check', () => {
  it('finds the opponent that a lead names in its text, however the names are written', async () => {
    const owner = await signedInAs(api)
    const title = 'Hansa Logistik – Kündigung Lagerleiter Krüger'
    await post(owner, '/matters', { title, status: 'Settled' })
    await post(owner, '/matters', { title: 'Baltic Logistik – Mietvertrag' })
    const description = 'Mein Arbeitgeber Hansa Logistik hat mir gekündigt'
    for (const last_name of ['Krüger', 'Kruger', 'Krueger', 'Meier']) {
      const path = await pathOf(owner, { first_name: 'Kai', last_name, description })
      const matters = (await hitsOf(owner, path)).filter(({ kind }) => kind === 'matter')
      expect(brief(matters)).toEqual([['matter', title, 'words']])
      expect(matters[0]?.on).toEqual(last_name === 'Meier' ? ['description'] : ['name', 'description'])
    }
  })

  it('searches clients, contacts, matters and leads of every status, and marks what was deleted', async () => {
    const owner = await signedInAs(api)
    await post(owner, '/clients', { company_name: 'Doe Ltd', email: 'office@doe.example' })
    await post(owner, '/clients', { contact_person: 'Another Person', email: 'JANE@doe.example' })
    const gone = await post(owner, '/clients', { contact_person: 'Doe, Jane' })
    await owner.call('DELETE', `/clients/${(gone.body.data as { id: number }).id}`)
    await post(owner, '/matters', {
      title: 'Smith v Smith',
      description: 'The other side is represented by Jane M. Doe.',
    })
    await post(owner, '/matters', { title: 'Nothing to see' })
    const lost = await pathOf(owner, { first_name: 'jane', last_name: 'doe', email: 'other@example.com' })
    await owner.call('PATCH', lost, { body: { status: 'lost' } })
    const path = await pathOf(owner, {
      first_name: 'Jane',
      last_name: 'Doe',
      email: 'jane@doe.example',
      company: 'Doe Limited',
    })
    const hits = await hitsOf(owner, path)
    expect(brief(hits)).toEqual([
      ['client', 'Another Person', 'email'],
      ['client', 'Doe, Jane', 'same'],
      ['client', 'Doe Ltd', 'same'],
      ['matter', 'Smith v Smith', 'words'],
      ['lead', 'jane doe', 'same'],
    ])
    expect(hits.map(({ deleted }) => deleted)).toEqual([false, true, false, false, false])
  })

  it('finds opponents that are typed, and parts of names that are written without blanks', async () => {
    const owner = await signedInAs(api)
    await post(owner, '/clients', { company_name: 'Zółc GmbH & Co. KG' })
    await post(owner, '/clients', { company_name: '株式会社山田商事' })
    await post(owner, '/matters', { title: 'คดีของสมชายใจดี' })
    const path = await pathOf(owner, { first_name: 'Ada' })
    expect(await hitsOf(owner, path)).toEqual([])
    expect(brief(await hitsOf(owner, path, 'ZOLC gmbh'))).toEqual([['client', 'Zółc GmbH & Co. KG', 'same']])
    expect(brief(await hitsOf(owner, path, '山田'))).toEqual([['client', '株式会社山田商事', 'words']])
    expect(brief(await hitsOf(owner, path, 'สมชาย ใจดี'))).toEqual([['matter', 'คดีของสมชายใจดี', 'words']])
    const stranger = await signedInAs(api)
    expect(await hitsOf(stranger, await pathOf(stranger, { first_name: 'Ada' }), 'Zolc')).toEqual([])
  })

  it('finds records that a program of the version before writes', async () => {
    const owner = await signedInAs(api)
    const made = [
      await post(owner, '/clients', { company_name: 'Hansa Logistik' }),
      await post(owner, '/clients', { company_name: 'Renamed' }),
      await post(owner, '/matters', { title: 'Renamed' }),
    ].map(({ body }) => (body.data as { id: number }).id)
    await pathOf(owner, { first_name: 'Old', last_name: 'Krueger', email: 'old@example.com' })
    const path = await pathOf(owner, { first_name: 'Ada' })
    // That program inserts without the names of the check, and changes names without them.
    await api.db.run`UPDATE clients SET conflict_names = NULL WHERE id = ${made[0] ?? 0}`
    await api.db.run`UPDATE clients SET company_name = 'Krüger AG' WHERE id = ${made[1] ?? 0}`
    await api.db.run`UPDATE matters SET title = 'Krüger ./. Moss' WHERE id = ${made[2] ?? 0}`
    await api.db.run`UPDATE leads SET last_name = 'Krüger' WHERE email = 'old@example.com'`
    const [left] = await api.db.rows({ count: int })`
      SELECT ((SELECT count(*) FROM clients WHERE conflict_names IS NULL) + (SELECT count(*) FROM matters WHERE conflict_names IS NULL)
        + (SELECT count(*) FROM leads WHERE conflict_names IS NULL))::int AS count`
    expect(left).toEqual({ count: 4 })
    expect(brief(await hitsOf(owner, path, 'Kruger', 'Hansalogistik'))).toEqual([
      ['client', 'Krüger AG', 'same'],
      ['client', 'Hansa Logistik', 'same'],
      ['matter', 'Krüger ./. Moss', 'words'],
      ['lead', 'Old Krüger', 'words'],
    ])
  })

  it('searches custom fields and metadata, of the lead and of the records', async () => {
    const owner = await signedInAs(api)
    for (const resource of ['matters', 'leads'])
      await post(owner, '/custom-fields', { resource, key: 'opponent', label: 'Opponent', type: 'text' })
    const opponent = { custom_fields: { opponent: 'Hansa Logistik GmbH' } }
    const moved = await post(owner, '/matters', { title: 'Dismissal', ...opponent })
    const metadata = { opponent: 'Krüger, Kai' }
    await post(owner, '/clients', { company_name: 'Baltic Bank', metadata })
    await post(owner, '/matters', { title: 'Lease', metadata, custom_fields: { opponent: null } })
    await pathOf(owner, { first_name: 'Old', email: 'old@example.com', metadata })
    const path = await pathOf(owner, { first_name: 'Kai', last_name: 'Krueger', ...opponent })
    const found = [
      ['client', 'Baltic Bank', 'words'],
      ['matter', 'Lease', 'words'],
      ['matter', 'Dismissal', 'words'],
      ['lead', 'Old', 'words'],
    ]
    expect(brief(await hitsOf(owner, path)).toSorted()).toEqual(found.toSorted())
    // A program of the version before computes the names without them, or changes them without the names.
    for (const table of ['clients', 'matters', 'leads'])
      await api.db.run`UPDATE ${identifier(table)} SET conflict_names = ts_delete(conflict_names, 'maps')`
    await api.db.run`UPDATE matters SET conflict_names = '' WHERE title = 'Lease'`
    await api.db.run`
      UPDATE matters SET custom_fields = replace(custom_fields::text, 'Hansa', 'Nordsee')::json
      WHERE id = ${(moved.body.data as { id: number }).id}`
    expect(brief(await hitsOf(owner, path)).toSorted()).toEqual(
      found.filter(([, title]) => title !== 'Dismissal').toSorted(),
    )
    expect(brief(await hitsOf(owner, path, 'Nordsee Logistik'))).toContainEqual(['matter', 'Dismissal', 'words'])
  })

  it('searches the names of a client or matter that is not created yet', async () => {
    const owner = await signedInAs(api)
    const { body } = await post(owner, '/clients', { company_name: 'Hansa Logistik', email: 'office@hansa.example' })
    const client = (body.data as { id: number }).id
    const check = async (names: object) => {
      const reply = await post(owner, '/conflict-checks', names)
      return [reply.status, reply.body['total'], brief(reply.rows as unknown as Hit[])]
    }
    const same = ['client', 'Hansa Logistik', 'same']
    expect(await check({ company: 'Hansa Logistik GmbH', name: 'Ada' })).toEqual([200, 1, [same]])
    expect(await check({ email: 'Office@Hansa.example' })).toEqual([200, 1, [['client', 'Hansa Logistik', 'email']]])
    const text = 'Moss ./. Hansa Logistik\n/ Kündigung'
    expect(await check({ text })).toEqual([200, 1, [['client', 'Hansa Logistik', 'words']]])
    expect(await check({ text, client_id: client })).toEqual([200, 0, []])
    expect(await check({})).toEqual([200, 0, []])
    expect((await post(owner, '/conflict-checks', { text: 'x'.repeat(16_385) })).status).toBe(400)
    const stranger = await signedInAs(api)
    expect((await post(stranger, '/conflict-checks', { text })).body['total']).toBe(0)
  })

  it('keeps what was searched, the hits as they were and the decision, and asks for a note', async () => {
    const owner = await signedInAs(api)
    const { body } = await post(owner, '/clients', { company_name: 'Hansa Logistik' })
    const path = `${await pathOf(owner, { first_name: 'Ada' })}/conflicts`
    const opponents = ['Hansa Logistik GmbH']
    for (const decision of ['clear', 'consent']) {
      const { status, body } = await post(owner, path, { decision, note: ' ', opponents })
      expect([status, body['details']]).toMatchObject([400, [{ field: 'note' }]])
    }
    expect((await post(owner, path, { decision: 'maybe', note: 'x' })).status).toBe(400)
    expect((await post(owner, path, { decision: 'clear', note: 'x', opponents, seen: [] })).status).toBe(409)
    const decided = await post(owner, path, { decision: 'consent', note: 'Both agreed on 3 May', opponents })
    expect(decided.status).toBe(201)
    await owner.call('PATCH', `/clients/${(body.data as { id: number }).id}`, { body: { company_name: 'Renamed' } })
    const now = await owner.call('GET', path)
    expect(now.body['decisions']).toEqual([decided.body.data])
    expect(decided.body.data).toMatchObject({
      decided_by: owner.account,
      decided_by_name: expect.stringMatching(/./),
      decision: 'consent',
      note: 'Both agreed on 3 May',
      names: [
        { name: 'Ada', from: 'name' },
        { name: 'Hansa Logistik GmbH', from: 'opponent' },
      ],
      hits: [{ kind: 'client', title: 'Hansa Logistik', fit: 'same' }],
      matches: 1,
    })
    // Nothing matches any more, so that the same decision needs no note; the opponents of the last check are searched.
    expect(now.body).toMatchObject({ data: [], is_decided: true, names: [{ from: 'name' }, { from: 'opponent' }] })
    expect((await post(owner, path, { decision: 'clear' })).status).toBe(201)
  })

  it('comes before a lead is converted, and again when its names change', async () => {
    const owner = await signedInAs(api)
    const path = await pathOf(owner, { first_name: 'Ada', last_name: 'Byron' })
    const convert = async () => (await post(owner, `${path}/convert`, {})).status
    expect(await convert()).toBe(409)
    await post(owner, `${path}/conflicts`, { decision: 'conflict', note: '' })
    expect(await convert()).toBe(409)
    await post(owner, `${path}/conflicts`, { decision: 'clear', note: '' })
    await owner.call('PATCH', path, { body: { company: 'Hansa Logistik' } })
    expect((await owner.call('GET', `${path}/conflicts`)).body['is_decided']).toBe(false)
    expect(await convert()).toBe(409)
    await post(owner, `${path}/conflicts`, { decision: 'clear', note: '' })
    expect(await convert()).toBe(201)
  })
})
