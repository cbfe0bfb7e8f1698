import { withClients } from '../records/client-of-matter.ts'
import type { Draft } from '../records/record.ts'
import type { Values } from '../records/record.ts'
import type { Tx } from '../tx/write.ts'
import { ratesOfTime } from '../rates/rate-of-time.ts'
import type { Actor } from '../verbs/actor.ts'

const msPerHour = 3_600_000

/**
 * The duration follows from both times; a new entry without a client takes that of its matter. What it is billed at
 * follows from whom and what it is for.
 */
export async function deriveTimeEntries(tx: Tx, drafts: readonly Draft[]): Promise<Values[]> {
  const whole = (await withClients(tx, drafts)).map((draft) => {
    const { values } = draft
    return { ...draft, values: { ...values, duration: values['duration'] ?? hoursBetween(values) } }
  })
  const rates = await ratesOfTime(tx, whole)
  return whole.map(({ values }, place) => ({ ...values, ...rates[place] }))
}

/** Whoever records time in the dashboard is who worked. */
export const workedBy = ({ by }: Actor): Values => (by.kind === 'user' ? { user_id: by.id } : {})

function hoursBetween({ start_time: start, end_time: end }: Values): number | null {
  if (typeof start !== 'string' || typeof end !== 'string' || end < start) return null
  return Math.round(((Date.parse(end) - Date.parse(start)) / msPerHour) * 10_000) / 10_000
}
