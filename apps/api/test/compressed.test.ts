import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, get as request } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressedOnce } from '../src/http/answer/compressed.ts'
import { staticFiles } from '../src/http/answer/static-files.ts'

const text = 'All work and no play. '.repeat(1_000)
let folder = ''
let server: Server
let reads = 0
let isBroken = false

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-'))
  await writeFile(join(folder, 'app.js'), text)
  await writeFile(join(folder, 'tiny.js'), 'tiny')
  await writeFile(join(folder, '.secret.js'), text)
  const send = compressedOnce()
  const read = async () => {
    reads++
    if (isBroken) throw new Error('The disk is broken')
    return Buffer.from(text)
  }
  const app = express()
    .disable('etag')
    .use('/files', staticFiles(folder, { immutable: true }))
    .get('/once/:version', async (req, res) => {
      const { version } = req.params
      if (!(await send(req, res, { version, length: text.length, read }))) res.send('as it is')
    })
  app.use((_error: unknown, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
    res.status(500).end()
  })
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** The answer as it is on the wire. */
async function get(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false })
  const [res] = (await once(sent, 'response')) as [
    AsyncIterable<Buffer> & { statusCode: number; headers: IncomingHttpHeaders },
  ]
  const chunks: Buffer[] = []
  for await (const chunk of res) chunks.push(chunk)
  return { status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }
}

describe('what is compressed', () => {
  it('is compressed once for all who ask for it, at once and later', async () => {
    const headers = { 'accept-encoding': 'br' }
    reads = 0
    const replies = await Promise.all(Array.from({ length: 5 }, () => get('/once/1', headers)))
    replies.push(await get('/once/1', headers))
    for (const { body } of replies) expect(brotliDecompressSync(body).toString()).toBe(text)
    expect(reads).toBe(1)
    await get('/once/2', headers)
    expect(reads).toBe(2)
  })

  it('is tried again after it could not be read', async () => {
    isBroken = true
    const headers = { 'accept-encoding': 'gzip' }
    expect((await get('/once/3', headers)).status).toBe(500)
    isBroken = false
    expect(gunzipSync((await get('/once/3', headers)).body).toString()).toBe(text)
  })
})

describe('a file', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=0.5, br;q=0.1', 'gzip'],
    ['*', 'br'],
  ])('goes to who accepts %j as %s', async (accepted, encoding) => {
    const { headers, body } = await get('/files/app.js', { 'accept-encoding': accepted })
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(body.length),
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect((encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString()).toBe(text)
  })

  it.each([
    { 'accept-encoding': 'identity' },
    { 'x-nothing': 'accepted' },
    { 'accept-encoding': 'br;q=0, gzip;q=0' },
    { 'accept-encoding': 'zstd' },
  ] as Record<string, string>[])('goes as it is with %j', async (asked) => {
    const { status, headers, body } = await get('/files/app.js', asked)
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, 'Accept-Encoding'])
    expect(body.toString()).toBe(text)
  })

  it('has a tag for each encoding, by which it is not sent again', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const { headers } = await get('/files/app.js', { 'accept-encoding': encoding })
        const again = { 'accept-encoding': encoding, 'if-none-match': headers.etag ?? '' }
        const { status, body, headers: less } = await get('/files/app.js', again)
        expect([status, body.length, less.vary]).toEqual([304, 0, 'Accept-Encoding'])
        return headers.etag
      }),
    )
    expect(new Set(tags).size).toBe(3)
    const other = { 'accept-encoding': 'gzip', 'if-none-match': tags[0] ?? '' }
    expect((await get('/files/app.js', other)).status).toBe(200)
  })

  it('goes as it is when only a part of it is asked for, or when it is short', async () => {
    const part = await get('/files/app.js', { 'accept-encoding': 'br', range: 'bytes=0-2' })
    expect([part.status, part.body.toString()]).toEqual([206, 'All'])
    expect((await get('/files/tiny.js', { 'accept-encoding': 'br' })).body.toString()).toBe('tiny')
  })

  it('is answered as it is now, also after it was written anew', async () => {
    const path = join(folder, 'changing.js')
    await writeFile(path, text)
    await get('/files/changing.js', { 'accept-encoding': 'gzip' })
    await writeFile(path, `${text}more`)
    const { body } = await get('/files/changing.js', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(body).toString()).toBe(`${text}more`)
  })

  it.each([
    '/files/none.js',
    '/files/.secret.js',
    '/files/..%2fpackage.json',
    '/files/%2e%2e/app.json',
    '/files/a.js/b.js',
  ])('is not there at %s', async (path) => {
    expect((await get(path, { 'accept-encoding': 'br' })).status).toBe(404)
  })
})
