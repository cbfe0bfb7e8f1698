import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { findWorkspace } from '@matterbase/domain'
import { createInvoice } from '@matterbase/domain/testing'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestsOf } from './fuzz-requests.ts'
import type { Document, FuzzedRequest } from './fuzz-requests.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { templateOf, undeclared } from './openapi-validator.ts'
import type { Answer } from './openapi-validator.ts'

const count = Number(process.env['FUZZ_REQUESTS'] ?? 4_000)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_120)
const atOnce = 16

let api: Api
let document: Document
/** What requests carry as `Authorization`: the first may do anything, the others less and less. */
let authorizations: readonly (string | undefined)[]

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

beforeAll(async () => {
  api = await startApi()
  const email = await api.account()
  const key = await api.key({ email })
  const workspaceId = await findWorkspace(api.db, email, 'live')
  for (let made = 0; made < 15; made++) {
    await api.call('POST', '/clients', { key, body: { company_name: `Client ${made}`, external_id: `crm-${made}` } })
    await api.call('POST', '/matters', { key, body: { title: `Matter ${made}`, client_id: made + 1 } })
    await api.call('POST', '/time-entries', { key, body: { duration: made, case_id: made + 1 } })
    await api.call('POST', '/leads', { key, body: { leadData: { email: `lead-${made}@example.com` } } })
    await createInvoice(api.db, workspaceId, { number: `2026-${made}`, total: made, status: 'paid' })
  }
  for (let made = 0; made < 5; made++)
    await api.call('POST', '/webhooks', { key, body: { url: 'https://example.com', events: ['matter.created'] } })
  const exhausted = await api.key({ email, tier: 'free' })
  for (let made = 0; made < 100; made++) await api.call('GET', '/me', { key: exhausted })
  authorizations = [
    `Bearer ${key}`,
    `Bearer ${await api.key({ email, scopes: ['matters:read', 'leads:write'] })}`,
    `Bearer ${exhausted}`,
    `Bearer ${await api.key({ email, environment: 'test' })}`,
    undefined,
    'Bearer mb_live_unknown',
    'Basic YTpi',
    '',
    `Bearer ${'x'.repeat(5000)}`,
    'Bearer \u00FF',
  ]
  document = (await (await fetch(`${api.baseUrl}/openapi.json`)).json()) as Document
})
afterAll(async () => {
  agent.destroy()
  await api.close()
})

function send({ method, pathAndQuery, headers, body, key }: FuzzedRequest): Promise<Answer> {
  const authorization = authorizations[key]
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const outgoing = request(
    `${api.baseUrl}${pathAndQuery}`,
    {
      agent,
      method,
      headers: {
        ...headers,
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      timeout: 60_000,
    },
    (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const received = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        const answer = { method, path: pathAndQuery, status: incoming.statusCode ?? 0, headers: new Headers(received) }
        resolve({ ...answer, text: Buffer.concat(chunks).toString('utf8') })
      })
    },
  )
  outgoing.on('error', reject)
  outgoing.on('timeout', () => outgoing.destroy(new Error('No answer within 10 s')))
  outgoing.end(body)
  return promise
}

const ajv = new Ajv({ strict: false, validateFormats: false })

/** Whether the document refuses this body; what the service makes of formats, blanks and the like is its own affair. */
function isRefused({ template, method, body }: FuzzedRequest): boolean {
  const pointer = `paths/${template.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`
  const declared = document.paths[template]?.[method.toLowerCase()]?.requestBody
  if (!declared) return false
  if (!body) return declared.required === true
  if (!ajv.getSchema('document')) ajv.addSchema(document, 'document')
  try {
    return !ajv.validate({ $ref: `document#/${pointer}` }, JSON.parse(body.replace(/^\uFEFF/, '')))
  } catch {
    return true
  }
}

/** Whether the document says what is answered here; of paths that are not there it says 404. */
function isDocumented({ method, path }: Answer): boolean {
  const template = templateOf(path)
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  return template === undefined || document.paths[template]?.[name] !== undefined
}

/** Everything that is wrong with an answer, a line each. */
function faults(asked: FuzzedRequest, answer: Answer): string[] {
  const { status, text, headers } = answer
  // Of exports only so many can be under way.
  if (status === 503 && asked.template.endsWith('/export')) return undeclared(answer)
  if (status >= 500) return [`answered ${status}: ${text.slice(0, 200)}`]
  // An undocumented method is told so once the key is known; a path that cannot be decoded is none.
  if (!isDocumented(answer)) return [401, 404, 405, 429].includes(status) ? [] : [`answered ${status}`]
  // HEAD has the headers of an error only.
  if (asked.method === 'HEAD' && status >= 400) return headers.has('x-request-id') ? [] : ['no X-Request-Id']
  const problems = undeclared(answer)
  if (status >= 400) problems.push(...envelopeFaults(text, headers))
  // Each record of a bulk request is answered for itself.
  if (status < 300 && asked.method !== 'HEAD' && !asked.template.endsWith('/bulk') && isRefused(asked))
    problems.push(`answered ${status} to a body that the document refuses`)
  return problems
}

function envelopeFaults(text: string, headers: Headers): string[] {
  try {
    const { error, code, request_id: id } = JSON.parse(text) as Record<string, unknown>
    if (typeof error !== 'string' || error === '' || typeof code !== 'string')
      return [`no envelope: ${text.slice(0, 200)}`]
    // A replay is the first answer again, to the byte.
    return id === headers.get('x-request-id') || headers.has('idempotent-replayed')
      ? []
      : ['request_id is not X-Request-Id']
  } catch {
    return [`no JSON: ${text.slice(0, 200)}`]
  }
}

const shortened = ({ body, ...rest }: FuzzedRequest) =>
  JSON.stringify({ ...rest, body: body === undefined ? undefined : `${body.length}: ${body.slice(0, 300)}` }).slice(
    0,
    1500,
  )

it(`answers ${count} random requests as the document says, none with 5xx`, async () => {
  const requests = fc.sample(requestsOf(document, authorizations.length), { seed, numRuns: count })
  const wrong: string[] = []
  const statuses = new Map<number, number>()
  const reached = new Set<string>()
  const asking = Array.from({ length: atOnce }, async (_, lane) => {
    for (let at = lane; at < requests.length; at += atOnce) {
      const asked = requests[at]
      if (!asked) throw new Error('Too few requests')
      const answer = await send(asked).catch((error: unknown) => String(error))
      const problems = typeof answer === 'string' ? [answer] : faults(asked, answer)
      if (problems.length > 0) wrong.push(`request ${at}: ${problems.join('; ')}\n  ${shortened(asked)}`)
      if (typeof answer === 'string') continue
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      reached.add(`${asked.method} ${asked.template} ${answer.status}`)
    }
  })
  await Promise.all(asking)
  expect(wrong.slice(0, 20).join('\n'), `${wrong.length} of ${count} answers are wrong`).toBe('')
  // Not everything was refused at the door: operations have succeeded, too, but for records within records.
  const reachable = Object.keys(document.paths).filter((template) => count >= 10_000 && template.split('{').length <= 2)
  for (const template of reachable)
    for (const method of Object.keys(document.paths[template] ?? {})) {
      const successes = [200, 201, 202].map((status) => `${method.toUpperCase()} ${template} ${status}`)
      expect([template, method, successes.some((success) => reached.has(success))]).toEqual([template, method, true])
    }
  if ('FUZZ_REQUESTS' in process.env)
    console.log(JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b))))
})

it.each(['GET http://[/api/v1/matters', 'POST http://[', 'GET *', 'GET /%', 'PUT /api/v1/%', 'QUERY /api'])(
  'answers %s in JSON, too',
  async (line) => {
    const socket = connect(Number(new URL(api.origin).port), '127.0.0.1')
    socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    const chunks = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 404 /)
    const id = /^x-request-id: (.*)$/im.exec(head)?.[1]
    expect(JSON.parse(body)).toEqual({
      error: expect.stringMatching(/^(?:No page or file at [A-Z]+ |No endpoint [A-Z]+ |The path has a %)/),
      code: 'not_found',
      request_id: id,
      doc_url: expect.stringMatching(/\/docs\/api\/errors#not_found$/),
    })
  },
)

it.each([
  ['in chunks', {}, []],
  ['compressed', { 'content-encoding': 'gzip' }, [gzipSync('')]],
])('takes an empty body for none, also one that comes %s', async (_name, encoding, chunks) => {
  const response = await fetch(`${api.baseUrl}/matters/1`, {
    method: 'PATCH',
    headers: { ...encoding, 'content-type': 'application/json', authorization: authorizations[0] ?? '' },
    body: ReadableStream.from(chunks),
    duplex: 'half',
  })
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_body' }])
})
