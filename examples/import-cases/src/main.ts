import { stat } from 'node:fs/promises'

import { Matterbase, MatterbaseError } from '@matterbase/sdk'

import { readCases } from './cases.ts'
import { importMatters } from './import-matters.ts'
import { readOptions, usage } from './options.ts'
import { progressBar } from './progress.ts'
import { take } from './take.ts'

async function main(): Promise<number> {
  const { file, concurrency, limit } = readOptions(process.argv.slice(2))
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new Error(`The file ${file} does not exist`)

  // Reads MATTERBASE_BASE_URL and MATTERBASE_API_KEY. Many retries, so that a restart of the server does not end the import.
  const mb = new Matterbase({ maxRetries: 8 })
  let total = 0
  for await (const _ of take(readCases(file), limit)) total += 1

  const from = performance.now()
  const bar = progressBar(process.stderr, total)
  const tally = await importMatters(mb, take(readCases(file), limit), { concurrency, onRow: bar.show }).finally(bar.end)
  const seconds = (performance.now() - from) / 1000

  for (const reason of tally.reasons) console.error(reason)
  if (tally.failed > tally.reasons.length) console.error(`… and ${tally.failed - tally.reasons.length} more`)
  console.log(
    `created ${tally.created}, updated ${tally.updated}, unchanged ${tally.unchanged}, failed ${tally.failed}`,
  )
  console.log(`${total} rows in ${seconds.toFixed(1)} s (${Math.round(total / seconds)} rows/s)`)
  return tally.failed > 0 ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(
    error instanceof MatterbaseError
      ? `${error.message} (${error.code})`
      : `${error instanceof Error ? error.message : String(error)}\n${usage}`,
  )
  process.exitCode = 1
}
