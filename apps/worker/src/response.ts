const keepAtMost = 4 * 1024

/** Text that PostgreSQL takes: valid UTF-8 without NUL, at most 4 KiB of it, no character cut in half. */
export function toText(bytes: Buffer): string {
  // Streaming keeps an incomplete character at the end back instead of replacing it.
  const text = new TextDecoder().decode(bytes.subarray(0, keepAtMost), { stream: true }).replaceAll('\0', '')
  return Buffer.byteLength(text) <= keepAtMost
    ? text
    : new TextDecoder().decode(Buffer.from(text).subarray(0, keepAtMost), { stream: true })
}
