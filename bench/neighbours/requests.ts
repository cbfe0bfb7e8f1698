import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'

/** The account that does its worst. */
export interface Culprit {
  baseUrl: string
  key: string
  testKey: string
  email: string
  password: string
  /** Where requests are never answered. */
  hungUrl: string
  /** Matters it has. */
  matters: number
}

/** One request; answers its status. */
export type Send = (n: number) => Promise<number>

export type Requests = ReturnType<typeof requestsOf>

/** What the culprit can ask for. Every request ends with the phase. */
export function requestsOf(culprit: Culprit, signal: AbortSignal) {
  const { origin } = new URL(culprit.baseUrl)
  let cookie: string | null = null

  async function send(
    url: string,
    method = 'GET',
    headers: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer> | string,
  ) {
    const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  const api = (method: string, path: string, body?: object, { key = culprit.key, more = {} } = {}) =>
    send(
      culprit.baseUrl + path,
      method,
      { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }), ...more },
      body && JSON.stringify(body),
    )

  /** A string is sent as plain text, anything else as JSON. */
  async function dash(method: string, path: string, body?: object | string) {
    if (cookie === null) {
      const { email, password } = culprit
      const credentials = JSON.stringify({ email, password })
      const entry = await send(`${origin}/dash/v1/sign-in`, 'POST', { 'content-type': 'application/json' }, credentials)
      cookie = entry.headers.get('set-cookie')?.split(';')[0] ?? ''
    }
    const type = typeof body === 'string' ? 'text/plain' : 'application/json'
    const sent = typeof body === 'object' ? JSON.stringify(body) : body
    return send(`${origin}/dash/v1/live${path}`, method, { cookie, ...(sent && { 'content-type': type }) }, sent)
  }

  return {
    origin,
    api,
    dash,
    /** Asks over a connection of its own, and reads no more of the answer than its head. The connection stays open. */
    async unread(url: string, headers: Record<string, string> = {}) {
      const { hostname, port, pathname, search } = new URL(url)
      const socket = connect(Number(port), hostname)
      signal.addEventListener('abort', () => socket.destroy())
      socket.on('error', () => undefined)
      const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
      const [first] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown]
      socket.pause()
      return first instanceof Buffer ? Number(first.toString('latin1').split(' ', 2)[1]) : 0
    },
    get: async (url: string) => (await send(url)).status,
    /** A POST whose body is a mebibyte that comes as a few kilobytes. */
    async packed(path: string, json: string, headers: Record<string, string> = {}) {
      const more = { 'content-type': 'application/json', 'content-encoding': 'gzip', ...headers }
      const bearer = { authorization: `Bearer ${culprit.key}` }
      return (await send(culprit.baseUrl + path, 'POST', { ...bearer, ...more }, new Uint8Array(gzipSync(json)))).status
    },
  }
}
