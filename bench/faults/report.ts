import { loadavg } from 'node:os'
import type { Db } from '@matterbase/db'
import type { Load } from './load.ts'

export type Received = readonly { readonly title: string; readonly at: number }[]

export const head = `| Fault | Requests | Answers | Lost | Sent twice | Writes stood still | All well after | Deliveries stood still | Load |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |`

/** A row of the table: what came of the load, of which the fault began at a moment. */
export async function rowOf(
  says: string,
  { db, load, received, struck }: { db: Db; load: Load; received: Received; struck: number },
): Promise<string> {
  const columns = [
    says,
    load.answers.length,
    tally(load),
    await countLost(db, load, received),
    received.length - new Set(received.map(({ title }) => title)).size,
    seconds(longestPause(made(load), struck)),
    seconds(lastFailure(load, struck)),
    seconds(longestPause(received, struck)),
    loadavg()[0]?.toFixed(1),
  ]
  return `| ${columns.join(' | ')} |`
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const made = ({ answers }: Load) => answers.filter(({ what }) => what === '201')

function tally({ answers }: Load): string {
  const counts = new Map<string, number>()
  for (const { what } of answers) counts.set(what, (counts.get(what) ?? 0) + 1)
  return [...counts].map(([what, count]) => `${what} × ${count}`).join(', ')
}

/** Records that were answered with 201 and are not there, or of which the receiver was never told. */
async function countLost(db: Db, load: Load, received: Received): Promise<number> {
  const { rows } = await db.pool.query<{ title: string }>('SELECT title FROM matters')
  const [kept, told] = [new Set(rows.map(({ title }) => title)), new Set(received.map(({ title }) => title))]
  return made(load).filter(({ title }) => !kept.has(title) || !told.has(title)).length
}

/** How long after the fault a request was last refused, or given up. */
function lastFailure({ answers }: Load, from: number): number {
  return Math.max(0, ...answers.filter(({ what }) => what !== '201').map(({ at }) => at - from))
}

/** The longest time in ms without one of these after the fault. */
function longestPause(moments: readonly { at: number }[], from: number): number {
  const times = [from, ...moments.map(({ at }) => at).filter((at) => at > from)].toSorted((a, b) => a - b)
  return Math.max(...times.map((at, index) => at - (times[index - 1] ?? at)))
}
