import { randomBytes } from 'node:crypto'
import { int, text } from '@matterbase/db'
import { findWorkspace, setAccountLimits } from '@matterbase/domain'
import { createInvoice } from '@matterbase/domain/testing'
import { measureStorage, workspacesToMeasure } from '@matterbase/domain/storage'
import type { Operation } from '@matterbase/schemas'
import { everyOperation } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { png } from './png.ts'

let api: Api

beforeAll(async () => {
  api = await startApi({ canMail: true })
})
afterAll(() => api.close())

const letter = { title: 'Letter', signer_name: 'Jo', signer_email: 'jo@example.com' }

async function documentOf(who: Member, text = 'I agree.'): Promise<number> {
  const reply = await who.call('POST', '/documents', { body: { ...letter, text } })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data['document_id'] as number
}

const put = (who: Member, path: string, body: Uint8Array<ArrayBuffer>, type: string) =>
  fetch(`${api.origin}/dash/v1/live${path}`, {
    method: 'PUT',
    body,
    headers: { cookie: who.cookie, 'content-type': type },
  })

/** What is counted of the account, and what there is, in live. */
async function countsOf(who: Member) {
  const [workspace] = await api.db.workspace.findMany({
    where: { account: { email: who.account }, environment: 'live' },
  })
  const id = workspace?.id ?? 0
  const columns = { kind: text, rows: int, bytes: int }
  const counted = await api.db.rows(columns)`
    SELECT kind, rows::int, bytes::int FROM storage_usage WHERE workspace_id = ${id} AND kind IN ('documents', 'logos', 'mails') AND rows > 0 ORDER BY kind`
  const stored = await api.db.rows(columns)`
    SELECT * FROM (
      SELECT 'documents' AS kind, count(*)::int AS rows, sum(coalesce(octet_length(content), 0) + coalesce(octet_length(signed_drawing), 0))::int AS bytes
      FROM documents WHERE workspace_id = ${id}
      UNION ALL SELECT 'logos', count(*)::int, sum(octet_length(content))::int FROM firm_logos WHERE workspace_id = ${id}
      UNION ALL SELECT 'mails', count(*)::int, sum(octet_length(message) + coalesce(octet_length(attachment), 0))::int FROM mails WHERE workspace_id = ${id}
    ) AS each WHERE rows > 0 ORDER BY kind`
  return { counted, stored }
}

const pdf = (bytes: number) => new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]))

it('counts documents exactly, however they are created, changed and deleted at the same time', async () => {
  const owner = await signedInAs(api)
  const ids = await Promise.all(Array.from({ length: 6 }, (_, at) => documentOf(owner, 'x'.repeat(at + 1))))
  await Promise.all(ids.map((id, at) => put(owner, `/documents/${id}/content`, pdf(1_000 * at), 'application/pdf')))
  await Promise.all(ids.slice(0, 3).map((id) => owner.call('DELETE', `/documents/${id}`)))
  await api.db.run`UPDATE documents SET viewed_at = now()`
  const { counted, stored } = await countsOf(owner)
  expect(counted).toEqual(stored)
  expect(counted).toMatchObject([{ kind: 'documents', rows: 3 }])
})

it('refuses a document beyond the bytes of the account, with numbers, until another one is deleted', async () => {
  const owner = await signedInAs(api)
  await setAccountLimits(api.db, owner.account, { maxBytes: 100_000 })
  const [first, second] = [await documentOf(owner), await documentOf(owner)]
  expect((await put(owner, `/documents/${first}/content`, pdf(60_000), 'application/pdf')).status).toBe(200)
  const refused = await put(owner, `/documents/${second}/content`, pdf(60_000), 'application/pdf')
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'limit_reached',
    limit_bytes: 100_000,
    error:
      'This account would store 117.2 KiB of at most 97.7 KiB. Delete documents that you do not need, or ask the operator of this server for more.',
  })
  expect((await owner.call('POST', '/documents', { body: { ...letter, text: 'x'.repeat(50_000) } })).status).toBe(409)
  expect((await owner.call('DELETE', `/documents/${first}`)).status).toBe(200)
  expect((await put(owner, `/documents/${second}/content`, pdf(60_000), 'application/pdf')).status).toBe(200)
  const { counted, stored } = await countsOf(owner)
  expect(counted).toEqual(stored)
})

it('keeps the logos that the firm or an issued invoice has, and no others', async () => {
  const owner = await signedInAs(api)
  const logos = async () => (await countsOf(owner)).counted
  for (let side = 10; side < 15; side++) {
    const image = new Uint8Array(png(side, side))
    expect((await put(owner, '/firm/logo', image, 'image/png')).status).toBe(200)
  }
  expect(await logos()).toMatchObject([{ kind: 'logos', rows: 1 }])
  expect((await owner.call('DELETE', '/firm/logo')).status).toBe(200)
  expect(await logos()).toEqual([])
  // An issued invoice keeps its own.
  expect((await put(owner, '/firm/logo', new Uint8Array(png(20, 20)), 'image/png')).status).toBe(200)
  const workspaceId = await findWorkspace(api.db, owner.account, 'live')
  const invoice = await createInvoice(api.db, workspaceId, { number: '1', total: 1, status: 'sent' })
  const { invoice_id: id } = JSON.parse(invoice) as { invoice_id: number }
  await api.db.run`
    UPDATE invoices SET frozen = json_build_object('seller', json_build_object('logo', (
      SELECT encode(logo, 'hex') FROM firm_profiles WHERE workspace_id = ${workspaceId}))) WHERE invoice_id = ${id}`
  expect((await put(owner, '/firm/logo', new Uint8Array(png(21, 21)), 'image/png')).status).toBe(200)
  expect((await owner.call('DELETE', '/firm/logo')).status).toBe(200)
  expect(await logos()).toMatchObject([{ kind: 'logos', rows: 1 }])
})

it('deletes a signed document for an owner with the password only, and keeps its hash in the audit log', async () => {
  const owner = await signedInAs(api)
  const lawyer = await signedInAs(api, 'lawyer', owner.account)
  const [signed, waiting] = [await documentOf(owner), await documentOf(owner)]
  await api.db.run`UPDATE documents SET status = 'signed', signed_at = now() WHERE document_id = ${signed}`
  await api.db.run`UPDATE sessions SET authenticated_at = now() - interval '1 day'`
  const codes = async (who: Member, id: number) => (await who.call('DELETE', `/documents/${id}`)).body.code
  expect(await codes(lawyer, signed)).toBe('insufficient_scope')
  expect(await codes(owner, signed)).toBe('password_needed')
  expect(await codes(lawyer, waiting)).toBeUndefined()
  await api.db.run`UPDATE sessions SET authenticated_at = now()`
  expect(await codes(owner, signed)).toBeUndefined()
  expect(await codes(owner, signed)).toBe('not_found')
  const [entry] = await api.db.auditEntry.findMany({ where: { action: 'document.deleted' }, orderBy: { id: 'desc' } })
  expect(entry).toMatchObject({
    target: `Letter (${signed})`,
    details: { status: 'signed', signer_email: 'jo@example.com', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
})

it('refuses records of an account that stores more than it may once they are measured, but not their deletion', async () => {
  const owner = await signedInAs(api)
  const key = await api.key({ email: owner.account })
  const create = () => api.call('POST', '/matters', { key, body: { title: 'a', description: 'x '.repeat(20_000) } })
  const first = await create()
  await setAccountLimits(api.db, owner.account, { maxBytes: 1_000 })
  const measure = async () => {
    for (const workspace of await workspacesToMeasure(api.db)) await measureStorage(api.db, workspace)
  }
  for (let count = 0; count < 5; count++) await measure()
  const refused = await create()
  expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached'])
  expect((await owner.call('POST', '/matters', { body: { title: 'a' } })).body.code).toBe('limit_reached')
  expect((await api.call('GET', '/matters', { key })).status).toBe(200)
  expect((await api.call('DELETE', `/matters/${String(first.body.data['id'])}`, { key })).status).toBe(200)
  await setAccountLimits(api.db, owner.account, { maxBytes: null })
  expect((await create()).status).toBe(201)
})

/** An account that has used up its storage, and a key of it. */
async function fullAccount() {
  const owner = await signedInAs(api)
  const key = await api.key({ email: owner.account })
  await api.db.run`
    UPDATE workspaces SET is_full = true FROM accounts
    WHERE accounts.owner_uuid = workspaces.owner_uuid AND accounts.email = ${owner.account}`
  return { owner, key }
}

const writesOf = (isRefused: boolean) =>
  everyOperation
    .filter(({ operation: { method, body, addsNothing = false } }) =>
      isRefused
        ? body && method !== 'get' && method !== 'delete' && !addsNothing
        : method !== 'get' && (method === 'delete' || addsNothing),
    )
    .map(
      ({ operation, base }) => [`${operation.method.toUpperCase()} ${base}${operation.path}`, operation, base] as const,
    )

async function sendOf(full: Awaited<ReturnType<typeof fullAccount>>, operation: Operation<string>, base: string) {
  const path = base + operation.path.replaceAll('{user_id}', full.owner.userId).replaceAll(/\{\w+\}/g, '987654')
  const { cookie } = full.owner
  const isRest = base.startsWith('/api/')
  return api.request(operation.method.toUpperCase(), path, {
    ...(isRest ? { key: full.key } : { headers: { cookie } }),
    ...(operation.body && { body: {} }),
  })
}

describe('an account that has used up its storage', () => {
  let full: Awaited<ReturnType<typeof fullAccount>> | undefined

  it.each(writesOf(true))('is refused %s', async (_name, operation, base) => {
    full ??= await fullAccount()
    const { status, body, text } = await sendOf(full, operation, base)
    expect([status, body.code], text).toEqual([409, 'limit_reached'])
  })

  it.each(writesOf(false))('can use %s, which adds nothing', async (_name, operation, base) => {
    expect((await sendOf(await fullAccount(), operation, base)).body.code).not.toBe('limit_reached')
  })
})

it('measures metadata with its second copy for filters', async () => {
  const owner = await signedInAs(api)
  const key = await api.key({ email: owner.account })
  const workspaceId = await findWorkspace(api.db, owner.account, 'live')
  const measured = async () => {
    await measureStorage(api.db, { workspaceId, ownerUuid: await ownerOf(owner) })
    const [row] = await api.db.rows({ bytes: int })`
      SELECT bytes::int FROM storage_usage WHERE workspace_id = ${workspaceId} AND kind = 'records'`
    return row?.bytes ?? 0
  }
  const before = await measured()
  // 25 KB, which does not compress.
  const metadata = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`key_${n}`, randomBytes(250).toString('hex')]),
  )
  const made = await api.call('POST', '/matters', { key, body: { title: 'a', metadata } })
  expect(made.status, made.text).toBe(201)
  expect((await measured()) - before).toBeGreaterThan(2 * 25_000)
})

const ownerOf = async ({ account }: Member) =>
  (await api.db.account.findUniqueOrThrow({ where: { email: account } })).owner_uuid

it('keeps 50 sessions of a user', async () => {
  const owner = await signedInAs(api)
  const { id } = await api.db.user.findFirstOrThrow({ where: { id: owner.userId } })
  for (let count = 0; count < 55; count++) await signedInAs(api, 'owner', owner.account)
  expect(await api.db.session.count({ where: { user_id: id } })).toBe(50)
})
