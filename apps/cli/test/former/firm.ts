import { command, startProgram } from './server.ts'
import type { Installation, Program } from './server.ts'

export interface Reply {
  readonly status: number
  readonly type: string
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- Responses of several versions, which have no common type.
  readonly json: any
}

/** A firm with an API key and the session of its owner, which every version accepts. */
export interface Firm {
  /** Sends further requests to another API. */
  use(api: Program): void
  rest(method: string, path: string, body?: object): Promise<Reply>
  /** An operation of the dashboard in the live workspace. */
  dash(method: string, path: string, body?: object): Promise<Reply>
  /** A page for clients, such as `/sign/…`. */
  page(path: string, form?: Readonly<Record<string, string>>): Promise<Reply>
  /** The ID of the record that the dashboard or REST API creates. @throws Error when it does not. */
  made(reply: Promise<Reply>): Promise<number>
}

const password = 'correct horse battery staple 7'
const email = 'owner@example.com'

/** Creates the account with the commands of a version, starts its API, and signs in. */
export async function openFirm(installation: Installation): Promise<{ firm: Firm; api: Program }> {
  await command(installation, ['accounts', 'create', '--email', email, '--password', password, '--name', 'Hale'])
  const made = ['keys', 'create', '--account', email, '--name', 'tests', '--tier', 'enterprise', '--json']
  const { key } = JSON.parse(await command(installation, made)) as { key: string }
  const api = await startProgram('api', installation)
  const signedIn = await fetch(`${api.origin}/dash/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!signedIn.ok) throw new Error(`Sign-in: ${signedIn.status} ${await signedIn.text()}`)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ')
  let { origin } = api
  const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    send(`${origin}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const firm: Firm = {
    use: (other) => (origin = other.origin),
    rest: (method, path, body) => call(method, `/api/v1${path}`, { authorization: `Bearer ${key}` }, body),
    // Newer versions ask for the version of a whole that is changed. `*` is any.
    dash: (method, path, body) =>
      call(method, `/dash/v1/live${path}`, { cookie, ...(/^P[UA]T/.test(method) && { 'if-match': '*' }) }, body),
    page: (path, form) =>
      send(`${origin}${path}`, {
        redirect: 'manual',
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      }),
    async made(reply) {
      const { data } = (await succeeded('The record', reply)).json
      return Number(data.invoice_id ?? data.document_id ?? data.id)
    },
  }
  return { firm, api }
}

/** The same firm, for requests that must succeed. They throw an error when the response is a refusal or a failure. */
export const strict = (firm: Firm): Firm => ({
  ...firm,
  rest: (method, path, body) => succeeded(`${method} ${path}`, firm.rest(method, path, body)),
  dash: (method, path, body) => succeeded(`${method} ${path}`, firm.dash(method, path, body)),
  page: (path, form) => succeeded(path, firm.page(path, form)),
})

async function succeeded(asked: string, reply: Promise<Reply>): Promise<Reply> {
  const { status, text } = await reply
  if (status >= 400) throw new Error(`${asked}: ${status} ${text}`)
  return reply
}

async function send(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const type = response.headers.get('content-type') ?? ''
  const isJson = type.startsWith('application/json')
  return { status: response.status, type, text, json: isJson ? JSON.parse(Buffer.from(text, 'latin1').toString()) : {} }
}
