import { setAccountLimits } from '@matterbase/domain'
import { storageKinds } from '@matterbase/schemas'
import { measureStorage, storedTables, workspacesToMeasure } from '@matterbase/domain/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dashCall, signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

interface Part {
  kind: string
  environment: string
  rows: number
  bytes: number
}

/** It belongs to the account, not to a workspace. */
const storageOf = ({ cookie }: Member) => dashCall(api, 'GET', '/storage', {}, cookie)

const letter = { title: 'Letter', signer_name: 'Jo', signer_email: 'jo@example.com', text: 'I agree.' }

describe('what an account stores', () => {
  it('is shown to its owner by kind and workspace, largest first, with the limit, and nothing of other accounts', async () => {
    const [owner, other] = [await signedInAs(api), await signedInAs(api)]
    await other.call('POST', '/documents', { body: letter })
    expect((await storageOf(owner)).body.data).toMatchObject({ used_bytes: 0, parts: [] })
    await setAccountLimits(api.db, owner.account, { maxBytes: 5_000_000 })
    await owner.call('POST', '/documents', { body: letter })
    for (const environment of ['live', 'test'] as const) {
      const key = await api.key({ email: owner.account, environment })
      await api.call('POST', '/matters', { key, body: { title: 'a', description: 'x '.repeat(5_000) } })
    }
    for (let count = 0; count < 5; count++)
      for (const workspace of await workspacesToMeasure(api.db)) await measureStorage(api.db, workspace)
    const { status, body } = await storageOf(owner)
    expect(status).toBe(200)
    const {
      used_bytes: used,
      limit_bytes: limit,
      parts,
    } = body.data as unknown as {
      used_bytes: number
      limit_bytes: number
      parts: Part[]
    }
    expect(limit).toBe(5_000_000)
    expect(used).toBe(parts.reduce((sum, { bytes }) => sum + bytes, 0))
    expect(parts.map(({ bytes }) => bytes)).toEqual(parts.map(({ bytes }) => bytes).toSorted((a, b) => b - a))
    expect(parts).toContainEqual({ kind: 'documents', environment: 'live', rows: 1, bytes: 8 })
    for (const environment of ['live', 'test'])
      expect(parts).toContainEqual(expect.objectContaining({ kind: 'records', environment }))
  })

  it('is for owners only', async () => {
    const owner = await signedInAs(api)
    for (const role of ['lawyer', 'developer', 'read-only'] as const) {
      const member = await signedInAs(api, role, owner.account)
      expect((await storageOf(member)).body.code).toBe('insufficient_scope')
    }
    expect((await api.request('GET', '/dash/v1/storage')).status).toBe(401)
  })

  it('has a name for each kind that is counted', () => {
    const counted = Object.values(storedTables).flatMap((kept) => ('bounded' in kept ? [] : Object.values(kept)))
    expect([...new Set(counted)].toSorted()).toEqual([...storageKinds].toSorted())
  })
})

describe('the retention of documents', () => {
  const years = (value: unknown) => ({ body: { document_years: value } })

  it('is set by an owner, in live with the password, and noted with its old and new value', async () => {
    const owner = await signedInAs(api)
    const lawyer = await signedInAs(api, 'lawyer', owner.account)
    expect((await lawyer.call('PATCH', '/firm', years(10))).body.code).toBe('insufficient_scope')
    await api.db.run`UPDATE sessions SET authenticated_at = now() - interval '1 day'`
    expect((await owner.call('PATCH', '/firm', years(10))).body.code).toBe('password_needed')
    expect((await owner.call('GET', '/firm')).body.data['document_years']).toBeNull()
    await api.db.run`UPDATE sessions SET authenticated_at = now()`
    expect((await owner.call('PATCH', '/firm', years(10))).body.data['document_years']).toBe(10)
    const [entry] = await api.db.auditEntry.findMany({ where: { action: 'firm.updated' }, orderBy: { id: 'desc' } })
    expect(entry?.details).toMatchObject({ changes: { document_years: { from: null, to: '10' } } })
    expect((await owner.call('PATCH', '/firm', years(null))).body.data['document_years']).toBeNull()
  })

  it.each([0, -1, 101, 1.5, '10'])('is a whole number of years, not %j', async (value) => {
    const owner = await signedInAs(api)
    const { status, body } = await owner.call('PATCH', '/firm', years(value))
    expect([status, body['details']]).toMatchObject([400, [{ field: 'document_years' }]])
  })
})
