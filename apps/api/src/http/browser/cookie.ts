import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

/** Browsers accept Secure cookies, and therefore this prefix, only from HTTPS and localhost. */
const hostPrefix = '__Host-'

export interface TokenCookie {
  readonly name: string
  /** True if the connection of browsers is encrypted, or local. */
  readonly isEncrypted: boolean
  /** The Set-Cookie value that stores a token. */
  set(token: string): string
  /** The Set-Cookie value that deletes the token. */
  clear(): string
  read(req: IncomingMessage): string | undefined
}

export interface SessionCookie extends TokenCookie {
  /** Identifies a browser with an earlier sign-in. Signing out does not delete it. */
  readonly device: TokenCookie
}

/** The cookies of the dashboard's session and of its browser. */
export const sessionCookie = (publicUrl: string): SessionCookie => ({
  ...tokenCookie(publicUrl, 'mb_session', 'lax', 30),
  device: tokenCookie(publicUrl, 'mb_device', 'strict', 180),
})

function tokenCookie(publicUrl: string, bareName: string, sameSite: 'lax' | 'strict', days: number): TokenCookie {
  const { protocol, hostname } = new URL(publicUrl)
  const isEncrypted = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const name = `${isEncrypted ? hostPrefix : ''}${bareName}`
  const cookie = { name, path: '/', httpOnly: true, secure: isEncrypted, sameSite }
  return {
    name,
    isEncrypted,
    set: (token) => stringifySetCookie({ ...cookie, value: token, maxAge: days * 86_400 }),
    clear: () => stringifySetCookie({ ...cookie, value: '', maxAge: 0 }),
    read: ({ headers }) => parseCookie(headers.cookie ?? '')[name] || undefined,
  }
}
