import { text } from '@matterbase/db'
import type { Prisma, Sql } from '@matterbase/db'
import type { StoredRecord } from '../record.ts'

export const storedRecord = (json: string): StoredRecord => ({
  json,
  values: JSON.parse(json) as StoredRecord['values'],
})

export async function read(sql: Sql, statement: Prisma.Sql): Promise<StoredRecord[]> {
  const found = await sql.rows({ json: text })(statement)
  return found.map(({ json }) => storedRecord(json))
}

/** SQL promises no order of what it returns; each record's stamp is its own. */
export function inOrderOf(
  records: readonly { updated_at: string }[],
  written: readonly StoredRecord[],
): StoredRecord[] {
  const byStamp = new Map(written.map((record) => [record.values.updated_at, record]))
  return records.map(({ updated_at: stamp }) => {
    const record = byStamp.get(stamp)
    if (!record) throw new Error('A record was not written')
    return record
  })
}
