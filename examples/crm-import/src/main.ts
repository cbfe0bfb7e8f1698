import { Matterbase } from '@matterbase/sdk'

import { readClients } from './contacts.ts'
import { fromCallersFolder } from './env.ts'
import { importClients } from './import-clients.ts'

const file = process.argv.slice(2).find((arg) => arg !== '--')

try {
  if (!file) throw new Error('Usage: start -- contacts.jsonl')
  // Reads MATTERBASE_BASE_URL and MATTERBASE_API_KEY.
  const summary = await importClients(new Matterbase(), readClients(fromCallersFolder(file)), (line, reason) =>
    console.error(`row ${line}: ${reason}`),
  )
  console.log(`created ${summary.created}, known ${summary.known}, failed ${summary.failed}`)
  process.exitCode = summary.failed > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
