import { useState } from 'react'
import type { FormEvent } from 'react'

/** Sends a form's values to the server by the names of its fields. */
export function usePost(path: string, onDone: (answer: unknown) => void) {
  const [error, setError] = useState('')
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const send = async (form: HTMLFormElement) => {
    setBusy(true)
    setError('')
    setFields({})
    const reply = await exchange('POST', path, Object.fromEntries(new FormData(form)))
    setBusy(false)
    if (reply.ok) {
      onDone(reply.answer)
      return
    }
    setError(reply.error)
    setFields(reply.fields)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void send(event.currentTarget)
  }
  return { onSubmit, error, fields, isBusy }
}

/** True if the sign-in needs a code after the password. */
export const needsCode = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'code_needed'

/** The server's answer to a page outside the app. */
export type Reply =
  | { readonly ok: true; readonly answer: unknown }
  | {
      readonly ok: false
      readonly status: number
      readonly error: string
      /** The errors by field. */
      readonly fields: Readonly<Record<string, string>>
    }

/** Sends a request. Errors are returned, not thrown. */
export async function exchange(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
  try {
    const response = await fetch(`/dash/v1${path}`, {
      method,
      headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: Refusal = await response.json().catch(() => ({}))
    if (response.ok) return { ok: true, answer }
    const { error, details = [] } = answer
    const { status } = response
    return {
      ok: false,
      status,
      error: details.length > 0 ? '' : (error ?? `The server returned ${status}.`),
      fields: Object.fromEntries(details.map(({ field, message }) => [field, sentence(message)])),
    }
  } catch {
    return { ok: false, status: 0, error: 'The server cannot be reached. Try again in a moment.', fields: {} }
  }
}

interface Refusal {
  readonly error?: string
  readonly details?: readonly { readonly field: string; readonly message: string }[]
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
