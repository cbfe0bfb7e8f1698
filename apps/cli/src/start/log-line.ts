const warning = 40

/** A line of a program's log for people: warnings and errors as sentences, other records as they are. Null for an empty line. */
export function describeLine(name: string, line: string): string | null {
  const record = parseRecord(line)
  if (!record) return line.trim() === '' ? null : `${name}: ${line}`
  if (record.level < warning) return line
  const kind = record.level > warning ? 'error' : 'warning'
  const reason = record.err?.message ?? record.reason
  return `${name} ${kind}: ${record.msg ?? 'no message'}${reason ? ` (${reason.replaceAll(/\s+/g, ' ')})` : ''}`
}

interface LogRecord {
  level: number
  msg?: string
  reason?: string
  err?: { message?: string }
}

function parseRecord(line: string): LogRecord | null {
  try {
    const value: unknown = JSON.parse(line)
    const isRecord = typeof value === 'object' && value !== null && 'level' in value && typeof value.level === 'number'
    return isRecord ? (value as LogRecord) : null
  } catch {
    return null
  }
}
