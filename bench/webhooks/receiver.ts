// The receiver of the webhook benchmarks, a process of its own: answers 200 at once, except below
// /hung, where it never does. Told anything by its parent, it answers what came since it was last told.
// Started with `titles`, it also keeps the title of the record that an event is about.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Receipt } from './children.ts'

const withTitles = process.argv[2] === 'titles'
let received: Receipt[] = []

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const path = request.url ?? ''
    received.push({ path, at: performance.timeOrigin + performance.now(), title: titleOf(chunks) })
    if (!path.startsWith('/hung')) response.end('ok')
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

function titleOf(chunks: readonly Buffer[]): string {
  if (!withTitles) return ''
  const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { data: { title: string } }
  return data.title
}

process.on('message', () => {
  process.send?.(received)
  received = []
})
// Left behind by its parent, it goes too.
process.on('disconnect', () => process.exit())
