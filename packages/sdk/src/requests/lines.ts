import { withLimits } from './attempt.ts'
import type { Prepared } from './prepare.ts'
import { ConnectionError } from '../errors/errors.ts'
import type { WebResponse } from '../config/web-types.ts'

export const brokenOff = (cause: unknown) => new ConnectionError('The answer broke off', { cause })

/**
 * The lines of a body as they arrive, some at a time, each arrival within the limits of the call. What no line break
 * follows is no line.
 */
export async function* linesOf<T>(
  { body }: WebResponse,
  call: Prepared,
  parse: (line: string) => Promise<T>,
): AsyncGenerator<T[], void, undefined> {
  if (!body) return
  const reader = body.getReader()
  const utf8 = new TextDecoder()
  let rest = ''
  const next = () =>
    reader.read().catch((cause: unknown) => {
      throw brokenOff(cause)
    })
  try {
    for (;;) {
      const { done, value } = await withLimits(next, call)
      if (done) return
      const lines = (rest + utf8.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield await Promise.all(lines.map(parse))
    }
  } finally {
    // Whoever stops early wants no more of it; what has ended or broken off does not care.
    reader.cancel().catch(() => {})
  }
}
