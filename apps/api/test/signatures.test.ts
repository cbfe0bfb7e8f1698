import { createHash } from 'node:crypto'
import { checkEvidence } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../src/http/access/memory-rate-limit.ts'
import { browserWith, signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let limiter = memoryRateLimiter()

beforeAll(async () => {
  // Each test counts its own forms.
  api = await startApi({
    formLimiter: { ...memoryRateLimiter(), count: (id, limit, ms) => limiter.count(id, limit, ms) },
  })
})
afterAll(() => api.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const text = 'We agree.'

interface Sent {
  readonly id: number
  readonly path: string
}

async function sent(member: Member, signer: string, environment: 'live' | 'test' = 'live'): Promise<Sent> {
  limiter = memoryRateLimiter()
  const body = { title: 'Engagement letter', signer_name: 'Jane', signer_email: signer, text }
  const made = await member.call('POST', '/documents', { body, environment })
  expect(made.status, made.text).toBe(201)
  return { id: Number(made.body.data['document_id']), path: new URL(String(made.body['url'])).pathname }
}

const form = (path: string, fields: Record<string, string>, cookie = '') =>
  fetch(api.origin + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'user-agent': 'Pen/1', ...(cookie && { cookie }) },
    redirect: 'manual',
  })
const signature = { name: 'Jane Doe', consent: 'yes', sha256: sha256(text) }
const sign = ({ path }: Sent, cookie = '') => form(path, signature, cookie)

const ownerOf = (member: Member) => browserWith(api, member.account, member.cookie)
const audit = async (owner: Member, search = '') => (await ownerOf(owner).call('GET', `/audit${search}`)).rows
const documentOf = async (owner: Member, { id }: Sent) => (await owner.call('GET', `/documents/${id}`)).body.data
const emailOf = async (member: Member) => {
  const { body } = await api.request('GET', '/dash/v1/session', { headers: { cookie: member.cookie } })
  return (body['user'] as { email: string }).email
}

interface Certificate {
  readonly is_intact: boolean
  readonly evidence: Record<string, unknown>
  readonly chain: { number: number; previous_hash: string | null; hash: string; record: string }
}
const certificateOf = async (member: Member, { id }: Sent) => {
  const { status, body } = await member.call('GET', `/documents/${id}/file?part=evidence`)
  return { status, certificate: body as unknown as Certificate }
}

async function workspaceOf(owner: Member): Promise<number> {
  const { workspaces } = await api.db.account.findUniqueOrThrow({
    where: { email: owner.account },
    include: { workspaces: true },
  })
  return workspaces.find(({ environment }) => environment === 'live')?.id ?? 0
}

describe('a signature from the browser of a member', () => {
  it.each(['owner', 'lawyer', 'read-only', 'developer'] as const)(
    'is refused to a member with the role %s where another member is to sign, and so is declining',
    async (role) => {
      const owner = await signedInAs(api)
      const lawyer = await signedInAs(api, 'lawyer', owner.account)
      const member = role === 'owner' ? owner : await signedInAs(api, role, owner.account)
      const signer = role === 'owner' ? await emailOf(lawyer) : owner.account
      const one = await sent(owner, signer.toUpperCase())
      for (const path of [one.path, `${one.path}/decline`]) {
        const reply = await form(path, signature, member.cookie)
        expect([path, reply.status]).toEqual([path, 403])
        expect(await reply.text()).toContain(`You are signed in to Matterbase as ${await emailOf(member)}`)
      }
      expect(await documentOf(owner, one)).toMatchObject({ status: 'sent' })
      expect(await audit(owner, '?action=document.signed')).toEqual([])
      expect((await certificateOf(owner, one)).status).toBe(409)
    },
  )

  it('is marked in the document, the audit log and the sealed record where an outsider is to sign', async () => {
    const owner = await signedInAs(api)
    const lawyer = await signedInAs(api, 'lawyer', owner.account)
    const [signed, declined] = [await sent(lawyer, 'jane@doe.example'), await sent(lawyer, 'jane@doe.example')]
    expect((await sign(signed, lawyer.cookie)).status).toBe(303)
    expect((await form(`${declined.path}/decline`, {}, lawyer.cookie)).status).toBe(303)
    const email = await emailOf(lawyer)
    expect(await documentOf(owner, signed)).toMatchObject({ signed_in_as: email, signed_proof: 'link' })
    expect(await documentOf(owner, declined)).toMatchObject({ signed_in_as: email, status: 'declined' })
    expect((await certificateOf(owner, signed)).certificate).toMatchObject({
      is_intact: true,
      evidence: { signed_in_as: email, signer: { email: 'jane@doe.example' } },
    })
    expect(await audit(owner, '?action=document')).toMatchObject([
      { action: 'document.declined', details: { signed_in_as: email } },
      { action: 'document.signed', details: { signed_in_as: email, proof: 'link' } },
      { action: 'document.sent' },
      { action: 'document.sent' },
    ])
  })

  it('is marked also while the session is in another account of the same user, and in the test workspace', async () => {
    const [owner, other] = [await signedInAs(api), await signedInAs(api)]
    const one = await sent(owner, 'jane@doe.example', 'test')
    const [{ owner_uuid: ownerUuid }, user] = [
      await api.db.account.findUniqueOrThrow({ where: { email: owner.account } }),
      await api.db.user.findUniqueOrThrow({ where: { email: other.account } }),
    ]
    await api.db.membership.create({ data: { owner_uuid: ownerUuid, user_id: user.id, role: 'lawyer' } })
    expect((await sign(one, other.cookie)).status).toBe(303)
    const { body } = await owner.call('GET', `/documents/${one.id}`, { environment: 'test' })
    expect(body.data).toMatchObject({ signed_in_as: other.account })
  })

  it('is the member’s own where the member is to sign; a stranger to the account is no member of it', async () => {
    const [owner, stranger] = [await signedInAs(api), await signedInAs(api)]
    const [own, foreign] = [await sent(owner, owner.account), await sent(owner, stranger.account)]
    expect((await sign(own, owner.cookie)).status).toBe(303)
    expect((await sign(foreign, stranger.cookie)).status).toBe(303)
    expect(await documentOf(owner, own)).toMatchObject({ signed_in_as: owner.account })
    expect(await documentOf(owner, foreign)).toMatchObject({ signed_in_as: null })
  })
})

describe('the audit log', () => {
  it('names a signer by the document and the link, never as a member, whatever address the firm typed', async () => {
    const owner = await signedInAs(api)
    const lawyer = await signedInAs(api, 'lawyer', owner.account)
    const [signed, declined] = [await sent(lawyer, owner.account), await sent(lawyer, owner.account)]
    await sign(signed)
    await form(`${declined.path}/decline`, {})
    const ofSigner = (await audit(owner)).filter(({ action }) => /signed|declined/.test(String(action)))
    expect(ofSigner.map(({ actor }) => actor)).toEqual([
      `signer of document ${declined.id}, link`,
      `signer of document ${signed.id}, link`,
    ])
    const search = `?actor=${encodeURIComponent(owner.account)}`
    expect((await audit(owner, search)).filter(({ action }) => String(action).startsWith('document'))).toEqual([])
    const csv = (await ownerOf(owner).call('POST', `/audit/export${search}`)).text
    expect(csv).not.toContain('document.signed')
    const whole = (await ownerOf(owner).call('POST', '/audit/export')).text
    expect(whole).toContain(`"signer of document ${signed.id}, link",document.signed`)
  })

  it('shows entries of earlier versions the same way', async () => {
    const owner = await signedInAs(api)
    const { owner_uuid: ownerUuid } = await api.db.account.findUniqueOrThrow({ where: { email: owner.account } })
    await api.db.auditEntry.create({
      data: { owner_uuid: ownerUuid, actor: owner.account, action: 'document.signed', target: 'Letter (9)' },
    })
    expect(await audit(owner, '?action=document')).toMatchObject([{ actor: 'signer of Letter (9), link' }])
    expect(await audit(owner, `?action=document&actor=${encodeURIComponent(owner.account)}`)).toEqual([])
    expect((await ownerOf(owner).call('POST', '/audit/export?action=document')).text).not.toContain(owner.account)
  })

  it('says who read the link to sign', async () => {
    const owner = await signedInAs(api)
    const lawyer = await signedInAs(api, 'lawyer', owner.account)
    const one = await sent(owner, 'jane@doe.example')
    expect((await lawyer.call('GET', `/documents/${one.id}/link`)).status).toBe(200)
    expect(await audit(owner, '?action=document.link_read')).toMatchObject([
      { actor: await emailOf(lawyer), target: `Engagement letter (${one.id})` },
    ])
    await owner.call('DELETE', `/documents/${one.id}/link`)
    expect((await lawyer.call('GET', `/documents/${one.id}/link`)).body).toEqual({ url: null, expires_at: null })
    expect(await audit(owner, '?action=document.link_read')).toHaveLength(1)
  })
})

describe('the certificate of a signature', () => {
  it('has all of the evidence, and hashes that anyone can check, each with the one before', async () => {
    const owner = await signedInAs(api)
    const [first, second] = [await sent(owner, 'jane@doe.example'), await sent(owner, 'joe@doe.example')]
    await fetch(api.origin + first.path, { headers: { accept: 'text/html' } })
    await form(first.path, { ...signature, drawing: 'M1 1L20 30' })
    await sign(second)
    const { certificate } = await certificateOf(owner, first)
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(certificate).toMatchObject({
      is_intact: true,
      evidence: {
        environment: 'live',
        document: { id: first.id, title: 'Engagement letter', media_type: 'text/plain', sha256: sha256(text) },
        asked_by: { firm: 'Test', member: owner.account },
        signer: { name: 'Jane', email: 'jane@doe.example' },
        signature: { name: 'Jane Doe', drawing: 'M1 1L20 30', consent: expect.stringContaining('agree to sign') },
        times: { sent: at, first_opened: at, signed: at },
        from: { ip: '127.0.0.1', user_agent: 'Pen/1' },
        proof: { kind: 'link', statement: expect.stringContaining('possession of the link is all'), code: null },
        signed_in_as: null,
      },
    })
    const next = (await certificateOf(owner, second)).certificate.chain
    const { chain } = certificate
    for (const { previous_hash: previous, record, hash } of [chain, next])
      expect(sha256(`${previous ?? ''}\n${record}`)).toBe(hash)
    expect([chain.number, chain.previous_hash, next.number, next.previous_hash]).toEqual([1, null, 2, chain.hash])
    expect(JSON.parse(chain.record)).toEqual(certificate.evidence)
  })

  it('is for those who read documents, in their account, and only of what was signed by a link', async () => {
    const [owner, stranger] = [await signedInAs(api), await signedInAs(api)]
    const one = await sent(owner, 'jane@doe.example')
    expect((await certificateOf(owner, one)).status).toBe(409)
    await sign(one)
    for (const [role, status] of [
      ['read-only', 200],
      ['developer', 403],
    ] as const)
      expect((await certificateOf(await signedInAs(api, role, owner.account), one)).status).toBe(status)
    expect((await certificateOf(stranger, one)).status).toBe(404)
    const down = await fetch(`${api.origin}/dash/v1/live/documents/${one.id}/file?part=evidence`, {
      headers: { cookie: owner.cookie },
    })
    expect(down.headers.get('content-disposition')).toBe(`attachment; filename="certificate-${one.id}.json"`)
    expect((await fetch(`${api.origin}/dash/v1/live/documents/${one.id}/file?part=evidence`)).status).toBe(401)
  })

  it('is one in a row without gaps, however many sign at the same time', async () => {
    const owner = await signedInAs(api)
    const all = await Promise.all(Array.from({ length: 6 }, () => sent(owner, 'jane@doe.example')))
    await Promise.all(all.flatMap((one) => [sign(one), sign(one)]))
    const checked = await checkEvidence(api.db, api.sealer, await workspaceOf(owner))
    expect(checked).toMatchObject({ records: 6, problems: [] })
  })
})

describe('the check of sealed signatures', () => {
  type Tamper = (workspaceId: number, ids: readonly number[]) => Promise<unknown>
  const sql = (statement: string) => (workspaceId: number, ids: readonly number[]) =>
    api.db.pool.query(statement.replaceAll('$ws', String(workspaceId)).replaceAll('$second', String(ids[1])))

  const tamperings: readonly (readonly [what: string, tamper: Tamper, problem: string])[] = [
    [
      'another text',
      sql(
        `UPDATE signature_records SET record = replace(record, 'Jane Doe', 'John Doe') WHERE workspace_id = $ws AND number = 2`,
      ),
      'Its text was changed',
    ],
    [
      'another text with its hash',
      sql(
        `UPDATE signature_records SET record = record || ' ', hash = sha256(convert_to(encode(previous_hash, 'hex') || E'\\n' || record || ' ', 'UTF8')) WHERE workspace_id = $ws AND number = 2`,
      ),
      'Its hash was not sealed by this server',
    ],
    [
      'a record left out',
      sql('DELETE FROM signature_records WHERE workspace_id = $ws AND number = 2'),
      'Records 2 to 2 are missing',
    ],
    [
      'the last record left out',
      sql('DELETE FROM signature_records WHERE workspace_id = $ws AND number = 3'),
      'its record is missing',
    ],
    [
      'the first record left out',
      sql('DELETE FROM signature_records WHERE workspace_id = $ws AND number = 1'),
      'It does not follow the record before it',
    ],
    [
      'the seal of another record',
      sql(
        'UPDATE signature_records SET seal = (SELECT seal FROM signature_records WHERE workspace_id = $ws AND number = 1) WHERE workspace_id = $ws AND number = 2',
      ),
      'Its hash was not sealed by this server',
    ],
    ...(
      [
        ['title', `title = 'Other'`, 'title'],
        ['content', `content = 'Other'::bytea`, 'content'],
        ['name', `signed_name = 'Other'`, 'name'],
        ['time', `signed_at = signed_at + interval '1 day'`, 'time of signing'],
        ['address', `signer_ip = '10.0.0.1'`, 'IP address'],
        ['mark of a member', `signed_in_as = 'a@b.example'`, 'member who was signed in'],
      ] as const
    ).map(
      ([what, change, named]) =>
        [
          `another ${what} of the document`,
          sql(`UPDATE documents SET ${change} WHERE workspace_id = $ws AND document_id = $second`),
          `The document has another ${named} than the record`,
        ] as const,
    ),
  ]

  it.each(tamperings)('notices %s', async (_what, tamper, problem) => {
    const owner = await signedInAs(api)
    const all: Sent[] = []
    for (let at = 0; at < 3; at++) {
      const one = await sent(owner, 'jane@doe.example')
      await sign(one)
      all.push(one)
    }
    const workspaceId = await workspaceOf(owner)
    const before = await checkEvidence(api.db, api.sealer, workspaceId)
    expect(before).toMatchObject({ records: 3, problems: [], last_hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await tamper(
      workspaceId,
      all.map(({ id }) => id),
    )
    const after = await checkEvidence(api.db, api.sealer, workspaceId)
    expect(after.problems.map((each) => each.problem).join('; ')).toContain(problem)
    if (problem.startsWith('Its'))
      expect((await certificateOf(owner, all[1] ?? { id: 0, path: '' })).certificate).toMatchObject({
        is_intact: false,
      })
  })

  it('finds a document that is missing, unless a member deleted it: then the record stays', async () => {
    const owner = await signedInAs(api)
    const all = [await sent(owner, 'jane@doe.example'), await sent(owner, 'jane@doe.example')]
    for (const one of all) await sign(one)
    const workspaceId = await workspaceOf(owner)
    const [deleted, missing] = all
    expect((await owner.call('DELETE', `/documents/${deleted?.id}`)).status).toBe(200)
    expect(await checkEvidence(api.db, api.sealer, workspaceId)).toMatchObject({ records: 2, problems: [] })
    await api.db.run`DELETE FROM documents WHERE workspace_id = ${workspaceId}`
    expect((await checkEvidence(api.db, api.sealer, workspaceId)).problems).toEqual([
      { number: 2, document_id: missing?.id, problem: 'The document is missing, and no member deleted it' },
    ])
  })
})
