const isUri =
  /^https?:\/\/(?:\[[\da-f:.]+\])?(?:[\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})*(?:#(?:[\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})*)?$/i
const notInUri = /[^\w.~:/?@!$&'()*+,;=%-]|%(?![\da-f]{2})/gi

/** An http or https URL in the characters of a URI (RFC 3986); what is one already stays as it is written. */
export function toUri(text: string): string {
  if (isUri.test(text)) return text
  const { protocol, username, password, host, pathname, search, hash } = new URL(text)
  const user = username || password ? `${username}${password && `:${password}`}@` : ''
  return `${protocol}//${user}${host}${encoded(pathname)}${encoded(search)}${encoded(hash)}`
}

/** For a path, a query or a fragment: all but the first character, which is its kind. */
const encoded = (part: string) => part.slice(0, 1) + part.slice(1).replaceAll(notInUri, encodeURIComponent)
