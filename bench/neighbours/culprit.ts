// The first account of neighbours.ts, a process of its own: does one kind of harm for some seconds, as
// its first argument says, tells when it begins, and how it was answered when it is over.
import { setMaxListeners } from 'node:events'
import { kinds } from './kinds.ts'
import { requestsOf } from './requests.ts'
import type { Culprit } from './requests.ts'

export interface Order {
  culprit: Culprit
  kind: string
  seconds: number
}

const { culprit, kind, seconds } = JSON.parse(process.argv[2] ?? '{}') as Order
const wanted = kinds[kind]
if (!wanted) throw new Error(`There is no kind ${kind}`)

const controller = new AbortController()
setMaxListeners(0, controller.signal)
const send = await wanted.prepare(requestsOf(culprit, controller.signal), culprit)
const answers: Record<string, number> = { unanswered: 0 }
let next = 0

async function repeat(): Promise<void> {
  while (!controller.signal.aborted) {
    const answer = await send(next++).catch((error: unknown) => (error instanceof Error ? error.name : 'Error'))
    const name = controller.signal.aborted ? 'unanswered' : answer
    answers[name] = (answers[name] ?? 0) + 1
  }
}

process.send?.('begun')
setTimeout(() => controller.abort(), seconds * 1_000)
await Promise.all(Array.from({ length: wanted.parallel }, repeat))
process.send?.(answers)
process.disconnect()
