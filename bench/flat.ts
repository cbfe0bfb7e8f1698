// Whether `matterbase start` as it comes keeps its size: MiB resident of all its own processes together, without
// PostgreSQL, at rest, after every 100,000 requests of the 90/10 mix by 32 connections, and a minute after the last.
// Target: at most 350 MiB at rest, before and afterwards. A million requests take about eight minutes of two quiet cores.
//   npx pnpm@12 exec node bench/flat.ts [--requests 1000000]
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ownMemory } from './memory.ts'
import { measure, startLoader } from './speed/measure.ts'
import { startMatterbase } from './speed/systems.ts'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '1000000' } } })
const requests = Number(values.requests)
const mostMb = 350
const part = 100_000
// It is seen within 20 s that a process is at rest, and then gives back what it took.
const untilRestMs = 60_000

const loader = startLoader()
const product = await startMatterbase([10_000])

async function memoryAtRest(when: string): Promise<number> {
  await delay(untilRestMs)
  const { own, together, processes } = await ownMemory(product)
  console.log(`${when} | | | ${own} | ${together} | ${processes}`)
  return own
}

try {
  console.log('requests | a second | errors | MiB resident | shared pages once | own processes')
  console.log('---|--:|--:|--:|--:|--:')
  const before = await memoryAtRest('none, at rest')
  for (let done = 0; done < requests;) {
    const amount = Math.min(part, requests - done)
    const { perSecond, errors } = await measure(loader, product, {
      work: '90/10 mix',
      rooms: 'one',
      seconds: 0,
      amount,
    })
    done += amount
    const { own, together, processes } = await ownMemory(product)
    console.log(`${done} | ${Math.round(perSecond)} | ${errors} | ${own} | ${together} | ${processes}`)
  }
  const after = await memoryAtRest('all, at rest')
  console.log(`${before} MiB at rest before, ${after} afterwards; at most ${mostMb}`)
  if (Math.max(before, after) > mostMb) process.exitCode = 1
} finally {
  loader.stop()
  await product.stop()
}
