// What faults do to a running product of two APIs and two workers, while writers make records whose events all go to
// one receiver. A row for each fault; what shows that it came about goes to the standard error. `… bench/faults.ts
// sentinel` is one of them, without a name it is all.
//   npx pnpm@12 exec node bench/faults.ts [fault …] [--seconds 20] [--writers 8]
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Prepared } from './faults/kind.ts'
import { kinds } from './faults/kinds.ts'
import { countAllowed, startLoad } from './faults/load.ts'
import { head, rowOf } from './faults/report.ts'
import { openStage } from './faults/stage.ts'
import type { Stage } from './faults/stage.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '20' }, writers: { type: 'string', default: '8' } },
})
const [seconds, writers] = [Number(values.seconds), Number(values.writers)]
const now = () => performance.timeOrigin + performance.now()

console.log(head)
for (const name of positionals.length > 0 ? positionals : Object.keys(kinds))
  await measure(name).catch((error: unknown) => {
    console.error(`${name}:`, error)
    process.exitCode = 1
  })

async function measure(name: string): Promise<void> {
  const kind = kinds[name]
  if (!kind) throw new Error(`No fault is called ${name}: they are ${Object.keys(kinds).join(', ')}`)
  const prepared = await kind.prepare()
  try {
    const stage = await openStage(prepared)
    try {
      await report(stage, kind.says, prepared.strike)
    } finally {
      await stage.close()
    }
  } finally {
    await prepared.close()
  }
}

async function report(stage: Stage, says: string, strike: Prepared['strike']): Promise<void> {
  const limited = async () => countAllowed(stage, await stage.createKey('free'), 150)
  const before = await limited()
  const load = startLoad(stage.apis, await stage.createKey('enterprise'), writers)
  await delay(5_000)
  const struck = now()
  console.error(`${says}: ${await strike(stage)}`)
  await delay(seconds * 1_000)
  await load.stop()
  await stage.settled()
  console.log(await rowOf(says, { db: stage.db, load, received: await stage.received(), struck }))
  const after = await limited()
  if (before !== 100 || after !== 100) {
    console.log(`A limit of 100 a minute let ${before} through before, and ${after} after`)
    process.exitCode = 1
  }
}
