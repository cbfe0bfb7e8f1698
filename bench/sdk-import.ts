// How much faster a CSV file of cases is in with upsertMany than with one upsert per row, against a running start:
//   set -a; . .data/demo.env; set +a; npx pnpm@12 exec node bench/sdk-import.ts cases.csv
import { Matterbase, type MatterUpdate, type UpsertRow } from '@matterbase/sdk'

import { readCases } from '../examples/import-cases/src/cases.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('Usage: node bench/sdk-import.ts cases.csv')

const mb = new Matterbase()
const run = Date.now()
const cases = await Array.fromAsync(readCases(file))
const singles = Math.min(1_000, cases.length)

/** The file's rows under external_ids of their own, so that each series creates them. */
const rowsOf = (series: string): UpsertRow<MatterUpdate>[] =>
  cases.map((matter) => ({ ...matter, external_id: `${run}-${series}-${matter.external_id}` }))

async function rate(name: string, count: number, work: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await work()
  const seconds = (performance.now() - from) / 1000
  console.log(`${name}: ${count} rows in ${seconds.toFixed(2)} s, ${Math.round(count / seconds)} rows/s`)
  return count / seconds
}

async function many(series: string): Promise<void> {
  for await (const { index, error, created } of mb.matters.upsertMany(rowsOf(series))) {
    if (error) throw error
    if (!created) throw new Error(`Row ${index} was there before`)
  }
}

const single = async ({ external_id, ...matter }: UpsertRow<MatterUpdate>) => mb.matters.upsert(external_id, matter)

await many('warm')
const one = await rate('upsert, one after another', singles, async () => {
  for (const row of rowsOf('one').slice(0, singles)) await single(row)
})
const eight = await rate('upsert, 8 at a time', singles, async () => {
  const rest = rowsOf('eight').slice(0, singles).values()
  const work = async () => {
    for (const row of rest) await single(row)
  }
  await Promise.all(Array.from({ length: 8 }, work))
})
const all = await rate('upsertMany', cases.length, () => many('many'))
const again = await rate('upsertMany of what is there', cases.length, async () => {
  for await (const { error, created } of mb.matters.upsertMany(rowsOf('many'))) {
    if (error ?? created) throw error ?? new Error('A row was created again')
  }
})
console.log(`upsertMany is ${(all / one).toFixed(1)} × single upserts, ${(all / eight).toFixed(1)} × 8 at a time`)
console.log(`again, unchanged: ${(again / one).toFixed(1)} ×`)
