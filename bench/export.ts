// Whether a copy is the table that an export began and sync went on with, and what that takes: 100,000 matters are
// exported with the SDK while 8 writers create, change and delete, then sync goes on from where the export was.
//   npx pnpm@12 exec node bench/export.ts [--rows 100000] [--writers 8]
import { parseArgs } from 'node:util'
import { createDb, findPostgres, readSecrets, text } from '@matterbase/db'
import { findWorkspace, records } from '@matterbase/domain'
import { Matterbase } from '@matterbase/sdk'
import type { Matter, SyncBatch } from '@matterbase/sdk'
import { startProduct } from './product.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, writers: { type: 'string', default: '8' } },
})
const product = await startProduct()
await product.createAccount('export@example.com')
const options = { apiKey: await product.createKey('export@example.com'), baseUrl: product.baseUrl }
const writer = new Matterbase(options)

let bytes = 0
/** Counts what is received. */
const counting: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(count) ?? null, response)
}
const reader = new Matterbase({ ...options, fetch: counting })

async function fill() {
  const description = 'Retained to advise on the sale of the practice and the transfer of its files. '.repeat(3)
  const rows = Array.from({ length: Number(values.rows) }, (_, n) => ({
    external_id: `case-${n}`,
    title: `Moss v. Fern ${n}`,
    description,
  }))
  for await (const { error } of writer.matters.upsertMany(rows)) if (error) throw error
}

const done = { created: 0, changed: 0, deleted: 0 }
const state = { isWriting: true }

/** Changes and deletes from its own share of what there was. */
async function write(own: number[]) {
  for (let turn = 0; state.isWriting; turn += 1) {
    await writer.matters.create({ title: `made in turn ${turn}` })
    done.created += 1
    await writer.matters.update(own[turn % own.length] ?? 0, { title: `changed in turn ${turn}` })
    done.changed += 1
    const gone = turn % 4 === 0 && own.length > 1 ? own.pop() : undefined
    if (gone !== undefined) {
      await writer.matters.delete(gone)
      done.deleted += 1
    }
  }
}

const copy = new Map<number, Matter>()
const seen = { items: 0, deleted: 0 }
function take({ items, deleted }: SyncBatch<Matter>) {
  for (const matter of items) copy.set(matter.id, matter)
  for (const { id } of deleted) copy.delete(id)
  seen.items += items.length
  seen.deleted += deleted.length
}

const timed = async (work: () => Promise<void>) => {
  const from = performance.now()
  await work()
  return ((performance.now() - from) / 1_000).toFixed(1)
}

/** What PostgreSQL itself holds. */
async function table(): Promise<Map<number, string>> {
  const { databasePassword = '' } = (await readSecrets(product.dataDir)) ?? {}
  const db = createDb({ url: (await findPostgres(product.dataDir, databasePassword)) ?? '', poolSize: 1 })
  const workspace = await findWorkspace(db, 'export@example.com', 'live')
  const rows = await db.rows({ json: text })`
    SELECT ${records.matters.table.json} AS json FROM matters WHERE workspace_id = ${workspace} AND deleted_at IS NULL`
  await db.$disconnect()
  return new Map(rows.map(({ json }) => [(JSON.parse(json) as Matter).id, json]))
}

const filled = await timed(fill)
console.log(`${values.rows} matters written in ${filled} s`)
const ids = (await writer.matters.list({ limit: 200, fields: 'id' }).toArray({ max: 20_000 })).map(({ id }) => id)
const shares = Array.from({ length: Number(values.writers) }, (_, n) =>
  ids.filter((_id, at) => at % Number(values.writers) === n),
)
const writing = Promise.all(shares.map(write))
let last: SyncBatch<Matter> | undefined
const exported = await timed(async () => {
  for await (const batch of reader.matters.export()) take((last = batch))
})
const meanwhile = { ...done }
console.log(
  `exported ${seen.items} records, ${(bytes / 1e6).toFixed(1)} MB, in ${exported} s; meanwhile ${values.writers} writers created ${meanwhile.created}, changed ${meanwhile.changed}, deleted ${meanwhile.deleted}`,
)
// A little more after it.
await writer.matters.list({ limit: 200 })
state.isWriting = false
await writing
Object.assign(seen, { items: 0, deleted: 0 })
const synced = await timed(async () => {
  for await (const batch of reader.matters.sync({ checkpoint: last?.checkpoint })) take(batch)
})
console.log(
  `synced ${seen.items} changed and ${seen.deleted} deleted records in ${synced} s, of ${done.created + done.changed + done.deleted} writes`,
)
const held = await table()
const differing = [...held].filter(([id, json]) => JSON.stringify(copy.get(id)) !== json).length
const isEqual = copy.size === held.size && differing === 0
console.log(
  `copy of ${copy.size} records, table of ${held.size}, ${differing} differ: ${isEqual ? 'equal' : 'NOT EQUAL'}`,
)
await product.stop()
if (!isEqual) process.exitCode = 1
