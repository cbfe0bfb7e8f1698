import { addressOf } from './address.ts'
import type { AnyInput } from './address.ts'
import { CallError } from './call-error.ts'
import { noteStatus } from './connection.ts'
import type { Answer, CallInput, OperationKey } from './contract.ts'
import { askPassword } from './password-prompt.ts'
import { noteCall } from './recent-calls.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Not shown behind `</>`: a request that the user did not cause. Default false. */
  readonly isQuiet?: boolean | undefined
}

/**
 * Asks the server: `await call('GET /matters/{id}', { params: { id } })`.
 *
 * @throws {CallError} when it refuses or cannot be reached. Without a session the browser leaves for the sign-in page.
 */
export async function call<K extends OperationKey>(
  key: K,
  input: CallInput<K>,
  { signal, isQuiet = false }: CallOptions = {},
): Promise<Answer<K>> {
  const given: AnyInput = input
  const { method, url } = addressOf(key, given)
  if (!isQuiet) noteCall(key, given)
  return (await exchange(method, url, given.body, signal)) as Answer<K>
}

/** The same for what is not part of a contract, such as an upload. */
export async function exchange(method: string, url: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
  const response = await send(method, url, body, signal)
  noteStatus(response.status)
  const text = await response.text()
  const answer = parsed(text)
  if (response.ok) return answer
  if (response.status === 401) signIn()
  const refusal = new CallError(response.status, answer, response.headers.get('x-request-id'))
  if (refusal.code === 'password_needed' && (await askPassword())) return exchange(method, url, body, signal)
  throw refusal
}

async function send(method: string, url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof Blob)
  try {
    return await fetch(url, {
      method,
      headers: { Accept: 'application/json', ...(isJson && { 'Content-Type': 'application/json' }) },
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

function signIn() {
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
}
