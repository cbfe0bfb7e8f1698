import { text } from '@matterbase/db'
import type { Prisma, Sql } from '@matterbase/db'
import type { StoredRecord } from '../record.ts'

/** Parsed when somebody looks into it: most are answered as they are. */
export function storedRecord(json: string): StoredRecord {
  let values: StoredRecord['values'] | undefined
  return {
    json,
    get values() {
      values ??= JSON.parse(json) as StoredRecord['values']
      return values
    },
  }
}

export async function read(sql: Sql, statement: Prisma.Sql): Promise<StoredRecord[]> {
  const found = await sql.rows({ json: text })(statement)
  return found.map(({ json }) => storedRecord(json))
}
