import type { IncomingMessage } from 'node:http'

/** Browsers keep Secure cookies, and so names with this prefix, on https and on this machine only. */
const hostPrefix = '__Host-'

export interface SessionCookie {
  readonly name: string
  /** Whether what is sent can be read on the way. */
  readonly isEncrypted: boolean
  /** The Set-Cookie value that keeps the session's token. */
  set(token: string): string
  /** The Set-Cookie value that forgets it. */
  clear(): string
  read(req: IncomingMessage): string | undefined
}

/** The cookie of the dashboard's session; the address that browsers use decides how strict it can be. */
export function sessionCookie(publicUrl: string): SessionCookie {
  const { protocol, hostname } = new URL(publicUrl)
  const isEncrypted = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const name = `${isEncrypted ? hostPrefix : ''}mb_session`
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isEncrypted ? '; Secure' : ''}`
  return {
    name,
    isEncrypted,
    set: (token) => `${name}=${token}; ${attributes}; Max-Age=${30 * 86_400}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    read(req) {
      const pairs = (req.headers.cookie ?? '').split(';').map((pair) => pair.trim())
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
    },
  }
}
