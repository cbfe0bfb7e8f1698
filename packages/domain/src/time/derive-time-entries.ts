import { bigint, orNull } from '@matterbase/db'
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
  const clients = await clientsOf(
    tx,
    drafts.filter(lacksClient).map(({ values }) => Number(values['case_id'])),
  )
  const whole = drafts.map((draft) => {
    const { values } = draft
    const clientId = lacksClient(draft)
      ? (clients.get(Number(values['case_id'])) ?? null)
      : (values['client_id'] ?? null)
    return {
      ...draft,
      values: { ...values, client_id: clientId, duration: values['duration'] ?? hoursBetween(values) },
    }
  })
  const rates = await ratesOfTime(tx, whole)
  return whole.map(({ values }, place) => ({ ...values, ...rates[place] }))
}

/** Whoever records time in the dashboard is who worked. */
export const workedBy = ({ by }: Actor): Values => (by.kind === 'user' ? { user_id: by.id } : {})

function lacksClient({ existing, changes, values }: Draft): boolean {
  return existing === undefined && changes['client_id'] === undefined && typeof values['case_id'] === 'number'
}

function hoursBetween({ start_time: start, end_time: end }: Values): number | null {
  if (typeof start !== 'string' || typeof end !== 'string' || end < start) return null
  return Math.round(((Date.parse(end) - Date.parse(start)) / msPerHour) * 10_000) / 10_000
}

async function clientsOf(tx: Tx, matterIds: readonly number[]): Promise<Map<number, number | null>> {
  if (matterIds.length === 0) return new Map()
  const rows = await tx.sql.rows({ id: bigint, client_id: orNull(bigint) })`
    SELECT id, client_id FROM matters WHERE workspace_id = ${tx.workspaceId} AND id = ANY (${matterIds}::bigint[]) AND deleted_at IS NULL`
  return new Map(rows.map(({ id, client_id: client }) => [Number(id), client === null ? null : Number(client)]))
}
