import { bigint, filled, identifier, int, list, oneOf } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { numberKey } from '@matterbase/schemas/reading'
import type { Draft } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import { RefusedError } from '../verbs/refused.ts'

const holdings = ['has', 'had', 'deleted'] as const

/** The record that has or had a number. */
export interface NumberHolder {
  readonly id: number
  /** Another record has the number now, had it before, or had it when it was deleted. */
  readonly holding: (typeof holdings)[number]
}

/** The number that a draft has and that its record did not have before. */
export function newNumber({ values, existing }: Pick<Draft, 'values' | 'existing'>, field: string | undefined) {
  const number = field === undefined ? null : values[field]
  return typeof number === 'string' && number !== existing?.values[field ?? ''] ? number : undefined
}

/**
 * The other record that has or had the new number of each draft. A deleted record keeps its number, and a record can get
 * its own former number again.
 */
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
  const each = (valueOf: (one: (typeof asked)[number]) => string | number, type: 'int' | 'text' | 'bigint') =>
    list(asked.map(valueOf), type)
  const rows = await sql.rows({ place: int, id: filled(bigint), holding: filled(oneOf(holdings)) })`
    SELECT asked_place AS place, coalesce(holder.id, former.matter_id) AS id,
           CASE WHEN holder.id IS NULL THEN 'had' WHEN holder.deleted_at IS NULL THEN 'has' ELSE 'deleted' END AS holding
    FROM unnest(${each((one) => one.workspaceId, 'int')}, ${each((one) => numberKey(one.number), 'text')},
                ${each((one) => one.place, 'int')}, ${each((one) => one.existing?.values.id ?? 0, 'bigint')})
      AS asked (asked_workspace, asked_key, asked_place, asked_id)
    LEFT JOIN ${table.name} AS holder
      ON holder.workspace_id = asked_workspace AND record_number_key(holder.${column}) = asked_key AND holder.id <> asked_id
    LEFT JOIN former_matter_numbers AS former
      ON former.workspace_id = asked_workspace AND former.number_key = asked_key AND former.matter_id <> asked_id
    WHERE holder.id IS NOT NULL OR former.matter_id IS NOT NULL`
  const found = new Map(rows.map(({ place, id, holding }) => [place, { id: Number(id), holding }]))
  return drafts.map((_draft, place) => found.get(place))
}

/** 409 for a number that another record has or had. */
export function numberTaken({ id, holding }: NumberHolder, number: string, noun: string): RefusedError {
  const sentences = {
    has: `belongs to ${noun} ${id}.`,
    had: `belonged to ${noun} ${id} before. A number is never used again.`,
    deleted: `belonged to ${noun} ${id}, which is deleted. A number is never used again.`,
  }
  const message = `number ${JSON.stringify(number)} ${sentences[holding]} Choose another number.`
  return new RefusedError('number_taken', message, { facts: { existing_id: id } })
}
