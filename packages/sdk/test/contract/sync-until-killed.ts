// Takes one batch into a journal, with its checkpoint in the same line, and is killed: run it until it ends by itself.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

import { Matterbase, type SyncBatch, type Matter } from '../../src/index.ts'

const [journal = ''] = process.argv.slice(2)
const lines = existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : []
const last = lines.at(-1)
const checkpoint = last ? (JSON.parse(last) as SyncBatch<Matter>).checkpoint : null

for await (const batch of new Matterbase().matters.sync({ checkpoint, limit: 5 })) {
  appendFileSync(journal, `${JSON.stringify(batch)}\n`)
  process.kill(process.pid, 'SIGKILL')
}
