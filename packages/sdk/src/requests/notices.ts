import type { Logger, LogFields } from '../config/logger.ts'
import type { WebHeaders } from '../config/web-types.ts'

/** The fields and parameters that the server ignored. */
export const ignoredFields = (headers: WebHeaders): string[] =>
  (headers.get('x-ignored-fields') ?? '').split(',').flatMap((name) => decoded(name.trim()) || [])

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

// Limits memory, because names can come from data.
const mostRemembered = 1000

/** Logs a warning, once each, for deprecated operations and ignored fields. */
export function notices(logger: Logger): (headers: WebHeaders, fields: LogFields) => void {
  const warned = new Set<string>()
  const warn = (message: string, fields: LogFields) => {
    if (warned.has(message) || warned.size >= mostRemembered) return
    warned.add(message)
    logger.warn(`matterbase: ${message}`, fields)
  }
  return (headers, fields) => {
    if (headers.has('deprecation') || headers.has('sunset')) {
      const sunset = headers.get('sunset')
      warn(`this operation is deprecated${sunset ? ` and stops working on ${sunset}` : ''}`, fields)
    }
    const ignored = ignoredFields(headers)
    if (ignored.length === 0) return
    // Rows of a request and records of a loop repeat the same misspelled name.
    const names = new Set(ignored.map((name) => name.replace(/^data\[\d+\]\./, '')))
    const call = `${fields.method} ${fields.path.replaceAll(/\/\d+/g, '/{id}')}`
    warn(`${call}: the server ignored the unknown ${[...names].join(', ')}. Set strict: true to refuse it`, {
      ...fields,
      ignored,
    })
  }
}
