import type { Readable } from 'node:stream'

const readAtMost = 16 * 1024
const keepAtMost = 4 * 1024

/** Reads the beginning of an answer's body; what is left unread is cut off with its connection. */
export async function readBody(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue
    chunks.push(chunk)
    size += chunk.length
    if (size >= readAtMost) break
  }
  return toText(Buffer.concat(chunks))
}

/** Text that PostgreSQL takes: valid UTF-8 without NUL, at most 4 KiB of it, no character cut in half. */
export function toText(bytes: Buffer): string {
  // Streaming keeps an incomplete character at the end back instead of replacing it.
  const text = new TextDecoder().decode(bytes.subarray(0, keepAtMost), { stream: true }).replaceAll('\0', '')
  return Buffer.byteLength(text) <= keepAtMost
    ? text
    : new TextDecoder().decode(Buffer.from(text).subarray(0, keepAtMost), { stream: true })
}
