// How long single writes take where PostgreSQL is so many milliseconds away in each direction, as one on another
// machine is: what counts is how often the API waits for it. For one caller and for 16, medians over all requests.
//   npx pnpm@12 exec node bench/far-database.ts [--ms 2] [--count 1500]
import { randomBytes } from 'node:crypto'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { createDb, migrate } from '@matterbase/db'
import { createAccount, findWorkspace, recordStore, records, systemActor } from '@matterbase/domain'
import type { Wanted } from '@matterbase/domain'
import { matterOf } from './speed/works.ts'
import { quantile } from './steady.ts'
import { startServer } from './webhooks/stage.ts'

const { values } = parseArgs({
  options: { ms: { type: 'string', default: '2' }, count: { type: 'string', default: '1500' } },
})
const [delayMs, count] = [Number(values.ms), Number(values.count)]

const server = await startServer()
await migrate(server.url)

/** Passes on what comes from one side to the other, later. */
function pass(from: Socket, to: Socket) {
  from.on('data', (chunk) => setTimeout(() => to.write(chunk), delayMs))
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
}
const { hostname: host, port } = new URL(server.url)
const far = createServer({ noDelay: true }, (near) => {
  const there = connect({ host, port: Number(port), noDelay: true })
  pass(near, there)
  pass(there, near)
})
await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve))
const url = new URL(server.url)
url.port = String((far.address() as AddressInfo).port)

const db = createDb({ url: url.href })
const email = 'far@example.com'
const { owner_uuid: ownerUuid } = await createAccount(db, { email, password: randomBytes(16).toString('hex') })
const workspaceId = await findWorkspace(db, email, 'live')
const actor = systemActor({ workspaceId, ownerUuid, environment: 'live' })
const store = recordStore(db)

let created = 0
const works: Record<string, (n: number) => Wanted> = {
  create: () => ({ as: 'create', changes: matterOf(`far-${created++}`, 'Created') }),
  'upsert hit': (n) => ({
    as: 'upsert',
    changes: matterOf(`far-${(n * 7) % created}`, `Upserted ${n} ${performance.now()}`),
  }),
}

/** Each caller sends its next one when it has the answer. */
async function measure(callers: number, amount: number, wanted: (n: number) => Wanted) {
  const times: number[] = []
  let next = 0
  const began = performance.now()
  const call = async () => {
    while (next < amount) {
      const sent = performance.now()
      await store.save(records.matters, actor, wanted(next++))
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return { ms: quantile(times, 0.5), perSecond: (amount * 1_000) / (performance.now() - began) }
}

for (const wanted of Object.values(works)) await measure(4, count / 5, wanted)
console.log(`PostgreSQL ${delayMs} ms away in each direction`)
for (const [name, wanted] of Object.entries(works)) {
  const one = await measure(1, count / 10, wanted)
  const many = await measure(16, count, wanted)
  console.log(
    `  ${name}: ${one.ms.toFixed(1)} ms with one caller; ${many.ms.toFixed(1)} ms with 16, ${Math.round(many.perSecond)} a second`,
  )
}
await db.$disconnect()
far.close()
await server.close()
