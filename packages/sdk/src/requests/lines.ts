import { withLimits } from './attempt.ts'
import type { Prepared } from './prepare.ts'
import { ConnectionError } from '../errors/errors.ts'
import type { WebResponse } from '../config/web-types.ts'

export const brokenOff = (cause: unknown) =>
  new ConnectionError('The connection was lost during the response', { cause })

/**
 * Yields the lines of a body as they arrive, each arrival within the limits of the call. A line without a line break is
 * incomplete and left out.
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
    // Ends the connection if the caller stops early.
    reader.cancel().catch(() => {})
  }
}
