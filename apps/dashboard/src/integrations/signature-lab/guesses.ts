/** A possible change of a delivery. It happened if `value` matches the signature. */
export interface Guess {
  readonly value: string
  readonly title: string
  readonly advice: string
}

/** The order in which events are written. */
const order = ['event', 'delivery_id', 'timestamp', 'data', 'event_id', 'created_at', 'attempt', 'environment']

/** Bodies that Matterbase may have sent instead of this one. */
export function otherBodies(body: string): readonly Guess[] {
  const newline = {
    title: 'A trailing newline was added or removed',
    advice:
      'The body has a line end that was not sent, or lost one that was. Files and shells often add line ends. Use the bytes of the request unchanged.',
  }
  const again = {
    title: 'The body was serialised again',
    advice:
      'A program parsed the JSON and wrote it again, with different spaces or a different order of fields. Verify the raw body before any parser, for example with express.raw() or request.text().',
  }
  const compact = reserialised(body)
  return [
    { ...newline, value: body.replace(/\r?\n$/, '') },
    { ...newline, value: `${body}\n` },
    ...(compact
      ? [compact, inOrder(compact)].map((value) => ({ ...again, value }))
      : [{ ...again, value: inOrder(body) }]),
  ].filter(({ value }) => value !== body)
}

/** The JSON without spaces. Undefined if the body is compact or not JSON. */
export function reserialised(body: string): string | undefined {
  try {
    const compact = JSON.stringify(JSON.parse(body))
    return compact === body.trim() ? undefined : compact
  } catch {
    return undefined
  }
}

function inOrder(compact: string): string {
  try {
    const value: Readonly<Record<string, unknown>> = JSON.parse(compact)
    return JSON.stringify(Object.fromEntries(order.filter((name) => name in value).map((name) => [name, value[name]])))
  } catch {
    return compact
  }
}

/** Secrets that the user may have meant. */
export function otherSecrets(secret: string): readonly Guess[] {
  const trimmed = secret.trim()
  return [
    {
      value: trimmed,
      title: 'The secret has spaces around it',
      advice: 'A space or line end was copied with the secret. Remove it.',
    },
    {
      value: `whsec_${trimmed}`,
      title: 'whsec_ is missing',
      advice: 'The prefix is part of the secret. The HMAC key is the whole string, including whsec_.',
    },
  ].filter(({ value }) => value !== secret)
}
