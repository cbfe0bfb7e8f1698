import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** A request as bytes, so that its caller can leave at each of them. */
export interface RawRequest {
  readonly name: string
  readonly bytes: Buffer
  /** Where the body begins. */
  readonly bodyAt: number
}

/** The credentials and records of an account. */
export interface Callers {
  /** The public URL of the server. */
  readonly origin: string
  readonly key: string
  /** The whole Cookie header. */
  readonly cookie: string
  /** The tag of `GET /matters?limit=1`. */
  readonly tag: string
  readonly matter: number
  /** An issued invoice. */
  readonly invoice: number
  /** A document with content. */
  readonly document: number
  /** The path of a link to an invoice. */
  readonly link: string
  /** The path of a test inbox. */
  readonly inbox: string
}

interface Parts {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  readonly version?: '1.0' | '1.1'
}

const requestTo =
  (host: string) =>
  (name: string, line: string, { headers = {}, body, version = '1.1' }: Parts = {}): RawRequest => {
    const content = body === undefined ? Buffer.alloc(0) : Buffer.from(body)
    const all = { host, ...(body !== undefined && { 'content-length': content.length }), ...headers }
    const lines = Object.entries(all).map(([header, value]) => `${header}: ${value}\r\n`)
    const head = Buffer.from(`${line} HTTP/${version}\r\n${lines.join('')}\r\n`)
    return { name, bytes: Buffer.concat([head, content]), bodyAt: head.length }
  }

/** Requests one after the other on a connection, without a wait for the responses. */
function pipelined(name: string, requests: readonly RawRequest[]): RawRequest {
  return { name, bytes: Buffer.concat(requests.map(({ bytes }) => bytes)), bodyAt: requests[0]?.bodyAt ?? 0 }
}

const list = 'GET /api/v1/matters?limit=100'

/** A body of almost 1 MiB, which is a few hundred bytes when compressed. */
const largeBody = JSON.stringify({
  data: [{ title: 'Gone', description: 'x'.repeat(60_000) }],
  more: ' '.repeat(900_000),
})
export const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(900_000)])

/** A request of each kind. */
export function rawRequests(of: Callers): readonly RawRequest[] {
  const rawRequest = requestTo(new URL(of.origin).host)
  const authorization = `Bearer ${of.key}`
  const key = { authorization }
  const json = { authorization, 'content-type': 'application/json' }
  const member = { cookie: of.cookie, origin: of.origin }
  const one = rawRequest('', list, { headers: key })
  return [
    { ...one, name: 'list' },
    rawRequest('list, compressed', list, { headers: { ...key, 'accept-encoding': 'br' } }),
    rawRequest('list, HEAD', 'HEAD /api/v1/matters?limit=100', { headers: key }),
    rawRequest('list, 304', 'GET /api/v1/matters?limit=1', { headers: { ...key, 'if-none-match': of.tag } }),
    rawRequest('list, HTTP/1.0', list, { headers: key, version: '1.0' }),
    rawRequest('list, wrong key', list, { headers: { authorization: `Bearer mb_live_${'x'.repeat(43)}` } }),
    pipelined('lists, pipelined', [one, one, one, one]),
    rawRequest('record', `GET /api/v1/matters/${of.matter}`, { headers: key }),
    rawRequest('export', 'GET /api/v1/matters/export', { headers: key }),
    rawRequest('export, compressed', 'GET /api/v1/matters/export', { headers: { ...key, 'accept-encoding': 'gzip' } }),
    rawRequest('export, HEAD', 'HEAD /api/v1/matters/export', { headers: key }),
    rawRequest('create', 'POST /api/v1/matters', { headers: json, body: '{"title":"Gone"}' }),
    rawRequest('create, idempotent', 'POST /api/v1/matters', {
      headers: { ...json, 'idempotency-key': 'gone' },
      body: '{"title":"Once"}',
    }),
    rawRequest('upsert', 'PUT /api/v1/matters', { headers: json, body: '{"external_id":"gone","title":"Gone"}' }),
    rawRequest('create, 100-continue', 'POST /api/v1/matters', {
      headers: { ...json, expect: '100-continue' },
      body: '{"title":"Gone"}',
    }),
    rawRequest('create, unknown expectation', 'POST /api/v1/matters', {
      headers: { ...json, expect: 'tea' },
      body: '{"title":"Gone"}',
    }),
    rawRequest('bulk', 'POST /api/v1/matters/bulk', { headers: json, body: largeBody }),
    rawRequest('bulk, gzip', 'POST /api/v1/matters/bulk', {
      headers: { ...json, 'content-encoding': 'gzip' },
      body: gzipSync(largeBody),
    }),
    rawRequest('bulk, brotli', 'POST /api/v1/matters/bulk', {
      headers: { ...json, 'content-encoding': 'br' },
      body: brotliCompressSync(largeBody),
    }),
    rawRequest('upgrade', list, { headers: { ...key, connection: 'upgrade', upgrade: 'websocket' } }),
    rawRequest('invoice as PDF', `GET /dash/v1/live/invoices/${of.invoice}/file`, { headers: member }),
    rawRequest('invoice of a link', `GET ${of.link}/file`, { headers: { accept: '*/*' } }),
    rawRequest('document', `GET /dash/v1/live/documents/${of.document}/file`, { headers: member }),
    rawRequest('upload', `PUT /dash/v1/live/documents/${of.document}/content`, {
      headers: { ...member, 'content-type': 'application/pdf' },
      body: pdf,
    }),
    rawRequest('upload, gzip', `PUT /dash/v1/live/documents/${of.document}/content`, {
      headers: { ...member, 'content-type': 'application/pdf', 'content-encoding': 'gzip' },
      body: gzipSync(pdf),
    }),
    rawRequest('dashboard list', 'GET /dash/v1/live/matters?limit=100', { headers: member }),
    rawRequest('dashboard home', 'GET /dash/v1/live/home', { headers: member }),
    rawRequest('dashboard CSV', 'POST /dash/v1/live/matters/export', { headers: member, body: '' }),
    rawRequest('webhook to a test inbox', `POST ${of.inbox}`, { headers: json, body: `"${'x'.repeat(400_000)}"` }),
    rawRequest('file of the dashboard', 'GET /', { headers: { accept: 'text/html' } }),
  ]
}

/** Opens a connection to a server on this machine. Its errors are expected. */
export function connectTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)))
}

/** The ways in which a connection ends. */
export const endings = {
  reset: (socket: Socket) => void socket.resetAndDestroy(),
  close: (socket: Socket) => void socket.destroy(),
  /** The caller sends no more, and goes after that. */
  'half close': (socket: Socket) => void socket.end(() => socket.destroy()),
} as const
