/** Headers of any runtime, or only the value of `X-Service-Signature`. */
export type HeadersInput =
  | string
  | {
      /** Returns the header, or null or undefined if it is missing. */
      get(name: string): string | null | undefined
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads a header in any letter case. Returns '' if it is missing. Joins several with commas. */
export function headerReader(headers: HeadersInput): (name: string) => string {
  if (typeof headers === 'string') return headerReader({ 'x-service-signature': headers })
  if (typeof headers['get'] === 'function') {
    const { get } = headers
    return (name) => get.call(headers, name) ?? ''
  }
  const pairs = Object.entries(headers)
  return (name) => pairs.flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : [])).join()
}
