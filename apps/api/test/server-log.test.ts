import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import express from 'express'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { requestLog } from '../src/http/log/request-log.ts'
import { listen } from '../src/server.ts'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'

it.each(['/sign/', '/invoice/', '/setup/', '/reset/', '/invite/', '/inbox/', '/dash/v1/links/'])(
  'has no token of an address below %s',
  async (path) => {
    const lines: string[] = []
    const app = express()
      .use(requestLog(pino({}, { write: (line) => void lines.push(line) })))
      .use((_req, res) => res.end())
    const server = await listen(app, { port: 0, host: '127.0.0.1', publicUrl: 'http://localhost' })
    await fetch(`http://127.0.0.1:${server.port}${path}s3cret?next=s3cret`)
    await server.close()
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: `${path}…` })
    expect(lines[0]).not.toContain('s3cret')
  },
)

it.each(['/dash/v1/live/matters', '/dash/v1/live/invoices/1/file', '/dash/v1/live/documents/1/file'])(
  'says who asked for %s',
  async (path) => {
    const lines: string[] = []
    const api = await startApi({ log: pino({}, { write: (line) => void lines.push(line) }) })
    const { cookie, userId } = await signedInAs(api)
    await api.request('GET', path, { headers: { cookie } })
    await expect
      .poll(() => lines.map((line) => JSON.parse(line) as object))
      .toContainEqual(expect.objectContaining({ path, user_id: userId }))
    await api.close()
  },
)

it.each([
  ['http://host/sign/s3cret', '/sign/…'],
  ['HTTPS://host:8443/dash/v1/links/s3cret/open', '/dash/v1/links/…/open'],
  ['//sign/s3cret', '//sign/…'],
  ['/./sign//s3cret/file', '/./sign//…/file'],
  ['/sign/../s3cret', '/sign/../…'],
  ['/%73ign/s3cret', '/%73ign/…'],
  ['/sign%2Fs3cret', '/sign%2F…'],
  ['/SIGN/s3cret', '/SIGN/…'],
  ['/sign\\s3cret', '/sign\\…'],
  [`/old/path/${'s3cret-_'.repeat(6)}`, '/old/path/…'],
  ['/sign/s3cret#fragment', '/sign/…'],
])('has no token of the target %s', async (target, path) => {
  const lines: string[] = []
  const app = express()
    .use(requestLog(pino({}, { write: (line) => void lines.push(line) })))
    .use((_req, res) => res.end())
  const server = await listen(app, { port: 0, host: '127.0.0.1', publicUrl: 'http://localhost' })
  const socket = connect(server.port, '127.0.0.1')
  socket.end(`GET ${target} HTTP/1.1\r\nHost: host\r\nConnection: close\r\n\r\n`)
  await text(socket)
  await server.close()
  expect(lines.map((line) => (JSON.parse(line) as { path: string }).path)).toEqual([path])
  expect(lines[0]).not.toContain('s3cret')
})
