// The least that PostgreSQL and Node can do: bare HTTP, prepared statements, JSON made by PostgreSQL, and no
// authentication, validation, limits, log, events or change clock. Started by ../speed.ts with the database's URL.
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import { schema, statements } from './floor-sql.ts'

const pool = new Pool({ connectionString: process.argv[2], max: 10 })
await pool.query(schema)

async function query(name: keyof typeof statements, values: readonly unknown[]): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ name, text: statements[name], values: [...values] })
  return rows[0]?.json ?? 'null'
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function answer(request: IncomingMessage): Promise<string> {
  const room = Number(request.headers.authorization)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://floor')
  if (request.method === 'GET') {
    const id = pathname.slice('/matters/'.length)
    if (id) return query('get', [room, id])
    const [limit, since] = [searchParams.get('limit'), searchParams.get('updated_since')]
    return since ? query('since', [room, since, limit]) : query('list', [room, limit, searchParams.get('offset') ?? 0])
  }
  const body = await bodyOf(request)
  if (pathname === '/matters/bulk') return query('bulk', [room, body])
  return query(request.method === 'PUT' ? 'upsert' : 'create', [room, body])
}

const server = createServer((request, response) => {
  answer(request).then(
    (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
