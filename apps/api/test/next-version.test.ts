import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

// During an upgrade a process meets values that a process of the next version sealed in a way that it does not know.

let api: Api
/** A process with another encryption key on the same database. */
let other: Api

beforeAll(async () => {
  api = await startApi()
  other = await startApi({ database: api })
})
afterAll(async () => {
  await other.close()
  await api.close()
})

/** The byte behind the ID of the key. */
const nextVersion = 3

const unreadable = {
  code: 'unavailable',
  error: expect.stringMatching(
    /^This process cannot open a value that another version or encryption key sealed\. Send/,
  ),
}

it.each(['sealed by the next version', 'sealed with another key'])(
  'refuses to repeat a request whose stored answer is %s, writes nothing, and repeats it elsewhere',
  async (how) => {
    const key = await api.key()
    const post = (at: Api) =>
      at.call('POST', '/matters', { key, body: { title: how }, headers: { 'idempotency-key': 'upgrade' } })
    const first = await post(api)
    expect(first.status).toBe(201)
    const isNext = how.includes('version')
    const setVersion = (version: number) =>
      api.db.run`UPDATE idempotency_keys SET answer = set_byte(answer, 4, ${version}::int) WHERE key = 'upgrade'`
    if (isNext) await setVersion(nextVersion)
    const refused = await post(isNext ? api : other)
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([503, '5', unreadable])
    expect((await api.call('GET', '/matters', { key })).body['count']).toBe(1)
    if (isNext) await setVersion(2)
    const again = await post(api)
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([201, 'true', first.text])
  },
)

it('refuses to show the link of a document that the next version sealed, and shows it again once it can', async () => {
  const owner = await signedInAs(api)
  const letter = { title: 'Letter', signer_name: 'Jo', signer_email: 'jo@example.com', text: 'I agree.' }
  const { document_id: id } = (await owner.call('POST', '/documents', { body: letter })).body.data
  const setVersion = (version: number) =>
    api.db
      .run`UPDATE documents SET sign_token = set_byte(sign_token, 4, ${version}::int) WHERE document_id = ${Number(id)}`
  await setVersion(nextVersion)
  const refused = await owner.call('GET', `/documents/${String(id)}/link`)
  expect([refused.status, refused.body]).toMatchObject([503, unreadable])
  await setVersion(2)
  expect((await owner.call('GET', `/documents/${String(id)}/link`)).status).toBe(200)
})
