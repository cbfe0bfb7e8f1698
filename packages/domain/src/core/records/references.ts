import { bigint, identifier, list } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { recordContracts } from '@matterbase/schemas'
import type { ErrorDetail, Fields } from '@matterbase/schemas'
import type { Tx } from '../tx/write.ts'
import type { Draft, Values } from './record.ts'

/**
 * References that a draft newly makes and that point to no record of the workspace. One that is
 * deleted, one of another workspace and one that never was are told apart by nothing.
 */
export async function missingReferences(
  sql: Sql,
  workspaceId: number,
  drafts: readonly Draft[],
  fields: Fields,
): Promise<ErrorDetail[][]> {
  const result: ErrorDetail[][] = drafts.map(() => [])
  for (const [field, { references }] of Object.entries(fields)) {
    if (references === undefined) continue
    // Also of one that follows from another record whatever is sent.
    const made = drafts.map(({ existing, changes, values }) => {
      const said = changes[field] === undefined ? values[field] : changes[field]
      return said === existing?.values[field] ? null : said
    })
    const wanted = made.filter((id) => typeof id === 'number')
    if (wanted.length === 0) continue
    const found = await sql.rows({ id: bigint })`
      SELECT id FROM ${identifier(references)} WHERE workspace_id = ${workspaceId} AND id = ANY (${list(wanted, 'bigint')}) AND deleted_at IS NULL`
    const known = new Set(found.map(({ id }) => Number(id)))
    made.forEach((id, index) => {
      if (typeof id === 'number' && !known.has(id))
        result[index]?.push({
          field,
          code: 'not_found',
          message: `there is no ${nounOf(references)} ${id} in this workspace. IDs differ between live and test`,
        })
    })
  }
  return result
}

const nounOf = (path: string) =>
  Object.values(recordContracts).find((contract) => contract.path === path)?.noun ?? 'record'

/** Fails the transaction, also when nobody waits for the answer, unless all that records refer to is there. */
export function requireReferences(
  { sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>,
  records: readonly Values[],
  fields: Fields,
): Promise<number>[] {
  return Object.entries(fields).flatMap(([field, { references }]) => {
    const ids = new Set(records.map((record) => record[field]).filter((id) => typeof id === 'number'))
    if (references === undefined || ids.size === 0) return []
    return sql.run`
      SELECT (CASE WHEN count(*) = ${ids.size}::int THEN '0' ELSE 'a record refers to what is not there' END)::int FROM ${identifier(references)}
      WHERE workspace_id = ${workspaceId} AND id = ANY (${list([...ids], 'bigint')}) AND deleted_at IS NULL`
  })
}
