import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

/** Browsers keep Secure cookies, and so names with this prefix, on https and on this machine only. */
const hostPrefix = '__Host-'

export interface TokenCookie {
  readonly name: string
  /** Whether what is sent can be read on the way. */
  readonly isEncrypted: boolean
  /** The Set-Cookie value that keeps a token. */
  set(token: string): string
  /** The Set-Cookie value that forgets it. */
  clear(): string
  read(req: IncomingMessage): string | undefined
}

export interface SessionCookie extends TokenCookie {
  /** By which a browser is known that somebody has signed in from before; it stays when they sign out. */
  readonly device: TokenCookie
}

/** The cookies of the dashboard's session and of its browser. */
export const sessionCookie = (publicUrl: string): SessionCookie => ({
  ...tokenCookie(publicUrl, 'mb_session', 'lax', 30),
  device: tokenCookie(publicUrl, 'mb_device', 'strict', 180),
})

/** The address that browsers use decides how strict a cookie can be. */
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
