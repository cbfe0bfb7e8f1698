import type { IncomingHttpHeaders } from 'node:http'

const keepAtMost = 4 * 1024

/** Text that PostgreSQL takes: valid UTF-8 without NUL, at most 4 KiB of it, no character cut in half. */
export function toText(bytes: Buffer): string {
  // Streaming keeps an incomplete character at the end back instead of replacing it.
  const text = new TextDecoder().decode(bytes.subarray(0, keepAtMost), { stream: true }).replaceAll('\0', '')
  return Buffer.byteLength(text) <= keepAtMost
    ? text
    : new TextDecoder().decode(Buffer.from(text).subarray(0, keepAtMost), { stream: true })
}

/** The most characters of a header value that are stored. */
const valueAtMost = 1024

/**
 * Headers as JSON, `[["name", "value"], …]`, at most 4 KiB. Headers after that are left out. The value of a cookie is
 * null, because it could sign its reader in as the sender.
 */
export function toHeaderPairs(headers: IncomingHttpHeaders): string {
  const pairs: string[] = []
  let left = keepAtMost - '[]'.length
  for (const [name, given = []] of Object.entries(headers))
    for (const value of typeof given === 'string' ? [given] : given) {
      const pair = JSON.stringify([name, name === 'set-cookie' ? null : toValue(value)])
      left -= Buffer.byteLength(pair) + ','.length
      if (left < 0) return `[${pairs.join()}]`
      pairs.push(pair)
    }
  return `[${pairs.join()}]`
}

/** @param value as parsed, with one character per byte. */
function toValue(value: string): string {
  const head = value.slice(0, valueAtMost)
  const text = /^[\t -~]*$/.test(head) ? head : toText(Buffer.from(head, 'latin1'))
  return value.length > valueAtMost ? `${text}…` : text
}
