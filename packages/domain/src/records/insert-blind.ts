import { allEnded } from '../tx/all-ended.ts'
import type { BlindTx } from '../tx/write.ts'
import type { Values } from './record.ts'
import { requireReferences } from './references.ts'
import { brokenRules } from './rules.ts'
import { draftsOf } from './save.ts'
import type { Saved, SaveOptions } from './save.ts'
import type { Wanted } from './wanted.ts'

/** The records that these make if nobody has them; undefined where more must be known to tell, or one is refused. */
export function newRecords(wanted: readonly Wanted[], options: SaveOptions): Values[] | undefined {
  const { derive, fields, rules } = options
  if (derive || wanted.length === 0) return undefined
  const records = draftsOf(wanted, options).map(({ values }) => values)
  return records.every((record) => brokenRules(record, true, fields, rules).length === 0) ? records : undefined
}

/**
 * Inserts records without a look at what there is.
 *
 * @param onSent is called once all statements have been sent.
 * @throws what PostgreSQL says of the data, where one has an external_id that is taken or refers to what is not there.
 */
export async function insertBlind(
  tx: BlindTx,
  records: readonly Values[],
  { table, fields, events }: SaveOptions,
  onSent?: () => void,
): Promise<Saved[]> {
  const references = requireReferences(tx, records, fields)
  const inserted = table.insertBlind(tx, records, events.created.event)
  onSent?.()
  await allEnded<unknown>([...references, inserted])
  return (await inserted).map((record) => ({ record, created: true }))
}
