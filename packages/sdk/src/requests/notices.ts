import type { Logger, LogFields } from '../config/logger.ts'
import type { WebHeaders } from '../config/web-types.ts'

/** Names of fields and parameters that the service did not know and left out, as it lists them. */
export const ignoredFields = (headers: WebHeaders): string[] =>
  (headers.get('x-ignored-fields') ?? '').split(',').flatMap((name) => decoded(name.trim()) || [])

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

// So that names which come from data cannot fill the memory.
const mostRemembered = 1000

/** Warns, once each, when the service says that what is used will go, or that it left out what was sent. */
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
      warn(`this operation is deprecated${sunset ? ` and ends ${sunset}` : ''}`, fields)
    }
    const ignored = ignoredFields(headers)
    if (ignored.length === 0) return
    // The rows of a request, and the records of a loop, have the same misspelt name again and again.
    const names = new Set(ignored.map((name) => name.replace(/^data\[\d+\]\./, '')))
    const call = `${fields.method} ${fields.path.replaceAll(/\/\d+/g, '/{id}')}`
    warn(`${call}: the service does not know ${[...names].join(', ')} and left that out (strict: true refuses it)`, {
      ...fields,
      ignored,
    })
  }
}
