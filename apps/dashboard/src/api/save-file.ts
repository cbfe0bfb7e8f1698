import { CallError } from './call-error.ts'
import { askPassword, askSignIn } from './prompts.ts'

/** Saves a file of the server. @throws {CallError} if the server refuses or cannot be reached. */
export async function saveFile(method: 'GET' | 'POST', url: string, name: string): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await fetchFile(method, url))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Downloads the file, after a new session or the password if the server needs it. */
async function fetchFile(method: string, url: string): Promise<Blob> {
  const response = await fetch(url, { method }).catch(() => undefined)
  if (!response) throw new CallError(0, undefined, null)
  if (response.ok) return response.blob()
  if (response.status === 401) {
    await askSignIn()
    return fetchFile(method, url)
  }
  const body: unknown = await response.json().catch(() => undefined)
  const refusal = new CallError(response.status, body, response.headers.get('x-request-id'))
  if (refusal.code === 'password_needed' && (await askPassword())) return fetchFile(method, url)
  throw refusal
}
