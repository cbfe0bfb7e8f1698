/** The paths whose next part is a token. */
const linkPaths = [['sign'], ['invoice'], ['setup'], ['reset'], ['invite'], ['inbox'], ['dash', 'v1', 'links']]

const separator = /([/\\]|%2f|%5c)/i

// 32 random bytes in base64url: the form of each token, wherever it appears.
const token = /[\w-]{43,}/g

/**
 * The path of a request target without the tokens in it. A target can be a whole URL (RFC 9112 §3.2.2) and can be written
 * in several ways, such as `//sign/…`, `/./sign/…` and `/%73ign/…`, which are masked like `/sign/…`.
 */
export function maskedPath(target: string): string {
  const [path = ''] = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  const before: string[] = []
  const parts = path.split(separator).map((part, at) => {
    const name = plain(part)
    // Separators have odd places.
    if (at % 2 === 1 || name === '' || name === '.' || name === '..') return part
    const isToken = linkPaths.some(
      (names) => names.length === before.length && names.every((one, n) => one === before[n]),
    )
    before.push(name)
    return isToken ? '…' : part
  })
  return parts.join('').replaceAll(token, '…')
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part.toLowerCase()
  }
}
