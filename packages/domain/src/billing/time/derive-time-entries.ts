import { roundHours } from '@matterbase/schemas/reading'
import { withClients } from '../work/client-of-matter.ts'
import { withInvoiceStatus } from '../work/on-invoice.ts'
import type { Draft, Values } from '../../core/records/record.ts'
import type { LockedWorkspace } from '../../core/write/transaction.ts'
import { ratesOfTime } from '../rates/rate-of-time.ts'

const msPerHour = 3_600_000

/**
 * Derives the duration from both times, the client from the matter, and the rate from the member, client and matter.
 */
export async function deriveTimeEntries(tx: LockedWorkspace, drafts: readonly Draft[]): Promise<Values[]> {
  const ofInvoices = await withInvoiceStatus(tx, 'time_entry_id', drafts)
  const whole = (await withClients(tx, ofInvoices)).map((draft) => {
    const { values } = draft
    return { ...draft, values: { ...values, duration: values['duration'] ?? hoursBetween(values) } }
  })
  const rates = await ratesOfTime(tx, whole)
  return whole.map(({ values }, place) => ({ ...values, ...rates[place] }))
}

function hoursBetween({ start_time: start, end_time: end }: Values): number | null {
  if (typeof start !== 'string' || typeof end !== 'string' || end < start) return null
  return roundHours((Date.parse(end) - Date.parse(start)) / msPerHour)
}
