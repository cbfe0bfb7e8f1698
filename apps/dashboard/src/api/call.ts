import { changes as readPaths } from 'virtual:operations'
import { addressOf } from './address.ts'
import type { AnyInput } from './address.ts'
import type { Attempt } from './attempt.ts'
import { CallError, isCallError } from './call-error.ts'
import { noteStatus } from './connection.ts'
import type { Answer, CallInput, OperationKey } from './contract.ts'
import { etagOf, keepEtag } from './etags.ts'
import { askPassword, askSignIn } from './prompts.ts'
import { noteCall } from './recent-calls.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Hides the request from `</>`, because the user did not cause it. Default false. */
  readonly isQuiet?: boolean | undefined
  /** The record as it was loaded. If it changed since, the server writes nothing and returns 412. */
  readonly seen?: object | null | undefined
}

/** A POST names the form that it belongs to, so that a repeated one is done once. Undefined if it may be done again. */
interface AttemptOptions extends CallOptions {
  readonly attempt: Attempt | undefined
}

type Repeatable = Exclude<OperationKey, `POST ${string}`>

/**
 * Calls an operation: `await call('GET /matters/{id}', { params: { id } })`.
 *
 * @throws {CallError} if the server refuses or cannot be reached. After a lost session, it asks to sign in and continues.
 */
export async function call<K extends Repeatable>(key: K, input: CallInput<K>, options?: CallOptions): Promise<Answer<K>>
export async function call<K extends OperationKey>(
  key: K,
  input: CallInput<K>,
  options: AttemptOptions,
): Promise<Answer<K>>
export async function call<K extends OperationKey>(
  key: K,
  input: CallInput<K>,
  { signal, isQuiet = false, seen, attempt }: Partial<AttemptOptions> = {},
): Promise<Answer<K>> {
  const given: AnyInput = input
  const { method, url } = addressOf(key, given)
  if (!isQuiet) noteCall(key, given)
  const ifMatch = seen === undefined ? undefined : (etagOf(readUrlOf(key, given, url), seen) ?? unknownTag)
  const once = method === 'POST' ? attempt : undefined
  try {
    // The server follows the contract, which is not shipped to the browser.
    return (await exchange(method, url, given.body, { signal, ifMatch, once })) as Answer<K>
  } catch (error) {
    // The user knows now that the first attempt was saved. The next one is another record.
    if (isCallError(error, 'idempotency_mismatch')) once?.end()
    throw error
  }
}

/** The version of a record that was not loaded as it is. The server refuses it, so that the record is read again. */
const unknownTag = '"unknown"'

/** The address that the record of a change was read from. */
function readUrlOf(key: OperationKey, { params }: AnyInput, url: string): string {
  const path = readPaths[key]
  // The contract names a path that is read.
  return path === undefined ? url : addressOf(`GET ${path}` as OperationKey, { params }).url
}

interface ExchangeOptions {
  readonly signal?: AbortSignal | undefined
  readonly ifMatch?: string | undefined
  readonly once?: Attempt | undefined
}

/** Sends a request that is not part of the contract, such as an upload. */
export async function exchange(
  method: string,
  url: string,
  body: unknown,
  options: ExchangeOptions = {},
): Promise<unknown> {
  const response = await send(method, url, body, options)
  noteStatus(response.status)
  const text = await response.text()
  const answer = parsed(text)
  if (response.ok) {
    keepEtag(url, answer, response.headers.get('etag'))
    return answer
  }
  if (response.status === 401) {
    await askSignIn()
    return exchange(method, url, body, options)
  }
  const refusal = new CallError(response.status, answer, response.headers.get('x-request-id'))
  if (refusal.code === 'two_factor_needed') return reload()
  const { limit } = refusal.body
  if (refusal.code === 'page_too_large' && method === 'GET' && typeof limit === 'number')
    return exchange(method, withLimit(url, limit), body, options)
  // The first press is still in progress.
  if (refusal.code === 'idempotency_in_flight') {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return exchange(method, url, body, options)
  }
  if (refusal.code === 'password_needed' && (await askPassword())) return exchange(method, url, body, options)
  throw refusal
}

/** An owner now requires two-factor authentication. After a reload, the page asks to set it up. */
function reload(): Promise<never> {
  location.reload()
  return new Promise(() => {})
}

/** Requests fewer records. The following pages use a cursor. */
function withLimit(url: string, limit: number): string {
  const [path = '', query] = url.split('?', 2)
  const search = new URLSearchParams(query)
  search.set('limit', String(limit))
  return `${path}?${search}`
}

async function send(
  method: string,
  url: string,
  body: unknown,
  { signal, ifMatch, once }: ExchangeOptions,
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof Blob)
  try {
    return await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...(ifMatch && { 'If-Match': ifMatch }),
        ...(once && { 'Idempotency-Key': once.keyOf(url) }),
      },
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    noteStatus(0)
    throw new CallError(0, undefined, null)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
