import { password } from '@matterbase/domain/testing'
import { recordContracts } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashCall, join, joinByLink, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'
import { newRecordBody } from './new-record-body.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const entries = async (browser: Browser, search = '') => (await browser.call('GET', `/audit${search}`)).rows
type Entry = Readonly<Record<string, unknown>>
type Caller = (method: string, path: string, body?: object) => Promise<Reply>

/** Does all that the API offers and the audit log notes; answers the entries, without the ids of what it was done to. */
async function everyAction(call: Caller, owner: Browser, key: string): Promise<Entry[]> {
  const before = (await entries(owner)).length
  const made = await call('POST', '/webhooks', webhook)
  const path = `/webhooks/${String(made.body['id'])}`
  const span = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z', status: 'all' }
  const replies = [
    made,
    await call('PATCH', path, { description: 'ERP' }),
    await call('POST', `${path}/rotate-secret`, { overlap_hours: 1 }),
    await call('POST', `${path}/replay`, span),
    await call('DELETE', path),
  ]
  for (const contract of Object.values(recordContracts)) {
    const { path } = contract.operations.create
    const record = await call('POST', path, await newRecordBody(api, key, contract, 'Doe'))
    replies.push(record, await call('DELETE', `${path}/${record.body.data.id}`))
  }
  for (const { status, text } of replies) expect(status, text).toBeLessThan(300)
  const all = await entries(owner)
  return all.slice(0, all.length - before).map((entry) => ({
    ...entry,
    target: String(entry['target']).replace(/\d+$/, 'N'),
  }))
}

const webhook = { url: 'http://127.0.0.1:9/', events: ['matter.created'], description: 'CRM' }

describe('the audit log', () => {
  it('says who signed in, failed to and signed out, from where', async () => {
    const owner = await signIn(api, { password })
    await dashCall(api, 'POST', '/sign-in', { body: { email: owner.email, password: 'wrong' } })
    const second = await signIn(api, { email: owner.email, password })
    await second.call('POST', '/sign-out')
    const found = await entries(owner)
    expect(found.map(({ action }) => action)).toEqual([
      'session.ended',
      'session.started',
      'session.refused',
      'session.started',
    ])
    for (const entry of found) expect(entry).toMatchObject({ actor: owner.email, ip: '127.0.0.1', user_agent: 'node' })
    expect(found[2]).toMatchObject({ details: { reason: 'wrong password' } })
  })

  it('notes what is done to webhooks from the dashboard, without their secrets, and nothing that failed', async () => {
    const owner = await signIn(api)
    const made = await owner.call('POST', '/test/webhooks', { body: webhook })
    const { id, secret } = made.body as unknown as { id: number; secret: string }
    await owner.call('PATCH', `/test/webhooks/${id}`, { body: { is_active: false } })
    await owner.call('PATCH', `/test/webhooks/${id}`, { body: { url: 'no url' } })
    const rotated = await owner.call('POST', `/test/webhooks/${id}/rotate-secret`, { body: {} })
    await owner.call('DELETE', `/test/webhooks/${id}`)
    await owner.call('DELETE', `/test/webhooks/${id}`)
    const { rows, text } = await owner.call('GET', '/audit?action=webhook')
    expect(rows).toMatchObject([
      { action: 'webhook.deleted', target: `webhook ${id}`, environment: 'test' },
      { action: 'webhook.secret_rotated', target: `webhook ${id}` },
      { action: 'webhook.updated', target: `webhook ${id}`, details: { is_active: false } },
      { action: 'webhook.created', target: `webhook ${id}`, details: webhook, actor: owner.email },
    ])
    expect(rows).toHaveLength(4)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(String(rotated.body['secret']))
  })

  it('names a workspace only for what is done in one', async () => {
    const owner = await signIn(api)
    await joinByLink(api, owner, 'lawyer')
    await owner.call('PATCH', '/account', { body: { name: 'Firm' } })
    await owner.call('DELETE', '/security/sessions')
    await owner.call('POST', '/audit/export')
    await owner.call('POST', '/live/matters/export')
    const places = (await entries(owner)).map(({ action, environment }) => [action, environment])
    expect(Object.fromEntries(places)).toMatchObject({
      'member.invited': null,
      'account.updated': null,
      'session.others_ended': null,
      'audit.exported': null,
      'data.exported': 'live',
    })
  })

  it('has the same of what a key does as of a user who does it, and who and from where', async () => {
    const owner = await signIn(api)
    const key = await api.key({ email: owner.email })
    const byUser: Caller = (method, path, body) => owner.call(method, `/live${path}`, { body })
    const byKey: Caller = (method, path, body) =>
      api.call(method, path, { key, body, headers: { 'user-agent': 'crm/2.1' } })
    const [ofUser, ofKey] = [await everyAction(byUser, owner, key), await everyAction(byKey, owner, key)]
    const what = ({ action, target, details, environment }: Entry) => ({ action, target, details, environment })
    expect(ofKey.map(what)).toEqual(ofUser.map(what))
    expect(new Set(ofKey.map(({ action }) => action))).toEqual(
      new Set([
        'webhook.created',
        'webhook.updated',
        'webhook.secret_rotated',
        'webhook.replayed',
        'webhook.deleted',
        ...Object.values(recordContracts).map(({ noun }) => `${noun.replaceAll(' ', '_')}.deleted`),
      ]),
    )
    const actor = expect.stringMatching(/^API key test \(\d+\)$/)
    for (const entry of ofKey) expect(entry).toMatchObject({ actor, ip: '127.0.0.1', user_agent: 'crm/2.1' })
    const found = await entries(owner, `?actor=${encodeURIComponent(String(ofKey[0]?.['actor']))}`)
    expect(found).toHaveLength(ofKey.length)
  })

  it('leaves what a key creates and changes to the request log, and what failed', async () => {
    const owner = await signIn(api)
    const key = await api.key({ email: owner.email })
    const { id } = (await api.call('POST', '/matters', { key, body: { title: 'A' } })).body.data
    await api.call('PATCH', `/matters/${id}`, { key, body: { title: 'B' } })
    await api.call('POST', '/matters/bulk', { key, body: { data: [{ external_id: 'c', title: 'C' }] } })
    await api.call('DELETE', '/matters/987654321', { key })
    await api.call('DELETE', '/webhooks/987654321', { key })
    expect(await entries(owner, '?action=matter')).toEqual([])
    expect(await entries(owner, '?action=webhook')).toEqual([])
  })

  it('is narrowed by action or what stands before its dot, and by who it was', async () => {
    const owner = await signIn(api)
    const lawyer = await joinByLink(api, owner, 'lawyer')
    const actions = async (search: string) => (await entries(owner, search)).map(({ action }) => action)
    expect(await actions('?action=member')).toEqual(['member.joined', 'member.invited'])
    expect(await actions('?action=member.joined')).toEqual(['member.joined'])
    expect(await actions('?action=mem')).toEqual([])
    expect(await actions(`?actor=${lawyer.email.toUpperCase()}`)).toEqual(['session.started', 'member.joined'])
  })

  it('is walked by cursor, each entry once', async () => {
    const owner = await signIn(api, { password })
    for (let turn = 0; turn < 6; turn++) await owner.call('PATCH', '/account', { body: { name: `Firm ${turn}` } })
    const ids: number[] = []
    for (let cursor = ''; ;) {
      const { body, rows } = await owner.call('GET', `/audit?limit=3${cursor}`)
      const next = body['next_cursor'] as string | null
      ids.push(...rows.map(({ id }) => id))
      if (next === null) break
      cursor = `&cursor=${next}`
    }
    expect(ids).toHaveLength(7)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  it('is the account’s own, and for owners', async () => {
    const owner = await signIn(api)
    const lawyer = await joinByLink(api, owner, 'lawyer')
    const stranger = await signIn(api, { password })
    expect((await lawyer.call('GET', '/audit')).status).toBe(403)
    expect(await entries(stranger)).toMatchObject([{ actor: stranger.email }])
    const { body } = await owner.call('GET', '/audit?limit=1')
    const foreign = await stranger.call('GET', `/audit?cursor=${String(body['next_cursor'])}`)
    expect(foreign.body['details']).toMatchObject([{ field: 'cursor', code: 'invalid_cursor' }])
  })
})

describe('its export', () => {
  it('is CSV of all that the filter leaves, safe to open in a spreadsheet, and is noted itself', async () => {
    const owner = await signIn(api, { password })
    await owner.call('PATCH', '/account', { body: { name: '=1+1,"two"' } })
    const { text, headers } = await owner.call('POST', '/audit/export')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toBe('at,environment,actor,action,target,details,ip,user_agent')
    expect(lines).toHaveLength(3)
    expect(text).toContain(`,${owner.email},account.updated,"'=1+1,""two""",`)
    const narrowed = await owner.call('POST', '/audit/export?action=session')
    expect(narrowed.text.trimEnd().split('\r\n')).toHaveLength(2)
    expect(await entries(owner, '?action=audit.exported')).toHaveLength(2)
    const wrong = await owner.call('POST', '/audit/export?actor=%00')
    expect(wrong.body).toMatchObject({ code: 'validation_failed', details: [{ field: 'actor' }] })
  })

  it('is refused without a session, to other roles and from other sites', async () => {
    const owner = await signIn(api)
    const lawyer = await join(api, owner, 'lawyer')
    expect((await dashCall(api, 'POST', '/audit/export')).status).toBe(401)
    expect((await lawyer.call('POST', '/audit/export')).status).toBe(403)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await owner.call('POST', '/audit/export', { headers })).body.code).toBe('cross_site')
  })
})
