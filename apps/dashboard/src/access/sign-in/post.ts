/** The server's answer to a page outside the app. */
export type Reply =
  | { readonly ok: true; readonly answer: unknown }
  | {
      readonly ok: false
      readonly status: number
      readonly error: string
      /** What is wrong with which field of the form. */
      readonly fields: Readonly<Record<string, string>>
    }

/** Asks the server. Nothing is thrown: an error is a message. */
export async function exchange(method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
  try {
    const response = await fetch(`/dash/v1${path}`, {
      method,
      headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json().catch(() => ({}))
    if (response.ok) return { ok: true, answer }
    const { error, details = [] } = answer as Refusal
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
