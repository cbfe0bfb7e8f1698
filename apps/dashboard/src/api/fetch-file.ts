import { CallError } from './call-error.ts'
import { askPassword } from './password-prompt.ts'

/**
 * Asks the server to make a file. Asks for the password where that is needed, and then once more.
 * @throws {CallError} when it refuses.
 */
export async function fetchFile(url: string): Promise<Blob> {
  const response = await fetch(url, { method: 'POST' })
  if (response.ok) return response.blob()
  const body: unknown = await response.json().catch(() => undefined)
  const refusal = new CallError(response.status, body, response.headers.get('x-request-id'))
  if (refusal.code === 'password_needed' && (await askPassword())) return fetchFile(url)
  throw refusal
}
