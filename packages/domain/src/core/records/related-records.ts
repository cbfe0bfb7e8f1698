import { bigint, identifier, int, list, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { ErrorDetail, Fields } from '@matterbase/schemas'
import type { RelatedRecords, Values } from './record.ts'
import { nounOf } from './references.ts'

interface Requested {
  readonly workspaceId: number
  readonly write: { readonly changes: Values; readonly related?: RelatedRecords | undefined }
}

/** The fields of a request, with the IDs of the related records that it names by external_id. */
interface Resolved {
  readonly changes: Values
  /** Related records that do not exist, or differ from the ID next to them. */
  readonly wrong: readonly ErrorDetail[]
}

interface Named {
  /** Index of the request. */
  readonly at: number
  readonly column: string
  readonly name: string
  readonly externalId: string
}

/** Finds the related records of all requests, in one statement. */
export async function resolveRelated(
  sql: Sql,
  requested: readonly Requested[],
  fields: Fields,
): Promise<readonly Resolved[]> {
  const named = requested.flatMap(({ write: { related = {} } }, at) =>
    Object.entries(related).map(([column, one]): Named => ({ at, column, ...one })),
  )
  if (named.length === 0) return requested.map(({ write: { changes } }) => ({ changes, wrong: [] }))
  const ids = await idsOf(sql, requested, named, fields)
  const byRequest = Map.groupBy(named.entries(), ([, { at }]) => at)
  return requested.map(({ write: { changes } }, at) => {
    const own = (byRequest.get(at) ?? []).map(([place, one]) => ({ ...one, id: ids.get(place) }))
    return {
      changes: { ...changes, ...Object.fromEntries(own.map(({ column, id }) => [column, id ?? null])) },
      wrong: own.flatMap(({ column, name, externalId, id }): ErrorDetail[] => {
        if (id === undefined) return [missing(name, externalId, nounOf(fields[column]?.references ?? ''))]
        const other = changes[column]
        return other === undefined || other === id ? [] : [differs(name, column)]
      }),
    }
  })
}

async function idsOf(sql: Sql, requested: readonly Requested[], named: readonly Named[], fields: Fields) {
  const byTable = Map.groupBy(named.entries(), ([, { column }]) => fields[column]?.references ?? '')
  const selects = Array.from(byTable, ([table, own]) => {
    const places = list(
      own.map(([place]) => place),
      'int',
    )
    const workspaces = list(
      own.map(([, { at }]) => requested[at]?.workspaceId ?? 0),
      'int',
    )
    const keys = list(
      own.map(([, { externalId }]) => externalId),
      'text',
    )
    return Prisma.sql`
      SELECT asked_place AS place, id FROM unnest(${places}, ${workspaces}, ${keys}) AS asked (asked_place, asked_workspace, asked_key)
      JOIN ${identifier(table)} ON workspace_id = asked_workspace AND external_id = asked_key AND deleted_at IS NULL`
  })
  const rows = await sql.rows({ place: int, id: bigint })(Prisma.join(selects, ' UNION ALL '))
  return new Map(rows.map(({ place, id }) => [place, Number(id)]))
}

/** The error for a related record that does not exist. */
function missing(name: string, externalId: string, noun: string): ErrorDetail {
  const quoted = JSON.stringify(externalId.slice(0, 64).toWellFormed())
  const message = `there is no ${noun} with the external_id ${quoted} in this workspace. Create the ${noun} first, in a request of its own`
  return { field: `${name}.external_id`, code: 'not_found', message }
}

/** The error for a related record that is not the one whose ID was sent too. */
export const differs = (name: string, column: string): ErrorDetail => ({
  field: name,
  code: 'mismatch',
  message: `names two records, or another record than ${column}. Send one of them`,
})
