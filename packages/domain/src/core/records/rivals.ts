import { identifier, int, list, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { pluralOf } from '@matterbase/schemas'
import { RefusedError } from '../verbs/refused.ts'
import type { Draft } from './record.ts'
import type { WritableKind } from './writable-kind.ts'

type Kind = Pick<WritableKind, 'table' | 'fields' | 'rules'>

/** Names the fields of a new record of which only so many records have the same values. Undefined where one is missing. */
export function sharedNameOf({ existing, workspaceId, values }: Draft, { most }: Kind['rules']): string | undefined {
  if (existing !== undefined || most === undefined) return undefined
  const own = most.fields.map((name) => values[name] ?? null)
  return own.includes(null) ? undefined : JSON.stringify([workspaceId, ...own])
}

/** How many records have the same values in these fields as each new draft. */
export async function countRivals(
  sql: Sql,
  drafts: readonly Draft[],
  { table, fields, rules }: Kind,
): Promise<readonly number[]> {
  const asked = [...drafts.entries()].filter(([, draft]) => sharedNameOf(draft, rules) !== undefined)
  if (asked.length === 0) return []
  const places = list(
    asked.map(([place]) => place),
    'int',
  )
  const workspaces = list(
    asked.map(([, { workspaceId }]) => workspaceId),
    'int',
  )
  const columns = (rules.most?.fields ?? []).map((name) => {
    const values = asked.map(([, { values }]) => textOf(values[name]))
    const type = Prisma.raw(fields[name]?.kind === 'reference' ? 'bigint' : 'text')
    const wanted = identifier(`asked_${name}`)
    return { values: list(values, 'text'), wanted, equals: Prisma.sql`${identifier(name)} = ${wanted}::${type}` }
  })
  const rows = await sql.rows({ place: int, count: int })`
    SELECT asked_place AS place, count(*)::int AS count
    FROM unnest(${places}, ${workspaces}, ${Prisma.join(columns.map(({ values }) => values))})
      AS asked (asked_place, asked_workspace, ${Prisma.join(columns.map(({ wanted }) => wanted))})
    JOIN ${table.name} ON workspace_id = asked_workspace AND deleted_at IS NULL
      AND ${Prisma.join(
        columns.map(({ equals }) => equals),
        ' AND ',
      )}
    GROUP BY asked_place`
  const found = new Map(rows.map(({ place, count }) => [place, count]))
  return drafts.map((_draft, at) => found.get(at) ?? 0)
}

const textOf = (value: Draft['values'][string] | undefined) =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

/** The refusal of a new record where `count` others have the same values already. */
export function tooManyRivals(count: number, { values }: Draft, { noun, rules }: Pick<WritableKind, 'noun' | 'rules'>) {
  const { most } = rules
  if (most === undefined || count < most.count) return undefined
  const own = most.fields.map((name) => `${name} ${textOf(values[name])}`).join(' and ')
  return new RefusedError(
    'limit_reached',
    `${most.count} ${pluralOf(noun)} have ${own}, which is the limit. Delete one of them first, or use its metadata.`,
  )
}
