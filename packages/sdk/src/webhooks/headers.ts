/** Headers as any runtime has them, or the value of X-Service-Signature alone. */
export type HeadersInput =
  | string
  | {
      /** Null or undefined when it is missing. */
      get(name: string): string | null | undefined
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads a header whatever its letter case, '' when it is missing; several of one name are joined with commas. */
export function headerReader(headers: HeadersInput): (name: string) => string {
  if (typeof headers === 'string') return headerReader({ 'x-service-signature': headers })
  if (typeof headers['get'] === 'function') {
    const { get } = headers
    return (name) => get.call(headers, name) ?? ''
  }
  const pairs = Object.entries(headers)
  return (name) => pairs.flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : [])).join()
}
