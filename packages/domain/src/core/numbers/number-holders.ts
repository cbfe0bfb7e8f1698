import { bigint, bool, filled, identifier, int, list, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Draft } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import { RefusedError } from '../verbs/refused.ts'

/** The record that has a number. */
export interface NumberHolder {
  readonly id: number
  readonly number: string
  readonly isDeleted: boolean
}

/** The number that a draft has and that its record did not have before. */
export function newNumber({ values, existing }: Pick<Draft, 'values' | 'existing'>, field: string | undefined) {
  const number = field === undefined ? null : values[field]
  return typeof number === 'string' && number !== existing?.values[field ?? ''] ? number : undefined
}

/** The record that has the new number of each draft. A deleted record keeps its number. */
export async function numberHolders(
  sql: Sql,
  drafts: readonly Draft[],
  { table, number: field }: Pick<WritableKind, 'table' | 'number'>,
): Promise<readonly (NumberHolder | undefined)[]> {
  const asked = drafts.flatMap((draft, place) => {
    const number = newNumber(draft, field)
    return number === undefined ? [] : [{ ...draft, place, number }]
  })
  if (asked.length === 0 || field === undefined) return []
  const column = identifier(field)
  const rows = await sql.rows({ place: int, id: bigint, number: filled(text), is_deleted: bool })`
    SELECT asked_place AS place, id, ${column} AS number, deleted_at IS NOT NULL AS is_deleted
    FROM unnest(${list(
      asked.map((one) => one.workspaceId),
      'int',
    )}, ${list(
      asked.map((one) => one.number),
      'text',
    )}, ${list(
      asked.map((one) => one.place),
      'int',
    )})
      AS asked (asked_workspace, asked_number, asked_place)
    JOIN ${table.name} ON workspace_id = asked_workspace AND ${column} = asked_number`
  const found = new Map(
    rows.map(({ place, id, number, is_deleted: isDeleted }) => [place, { id: Number(id), number, isDeleted }]),
  )
  return drafts.map((_draft, place) => found.get(place))
}

/** 409 for a number that another record has or had. */
export function numberTaken({ id, number, isDeleted }: NumberHolder, noun: string): RefusedError {
  const quoted = JSON.stringify(number)
  const message = isDeleted
    ? `number ${quoted} belonged to ${noun} ${id}, which is deleted. A number is never used again. Choose another number.`
    : `number ${quoted} belongs to ${noun} ${id}. Choose another number.`
  return new RefusedError('number_taken', message, { facts: { existing_id: id } })
}
