import { bigint, identifier, int, list, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { RefusedError } from '../verbs/refused.ts'
import type { Draft } from './record.ts'
import type { WritableKind } from './writable-kind.ts'

type Kind = Pick<WritableKind, 'table' | 'fields' | 'rules'>

/** Names the unique fields of a new record in a set. Undefined where none are, or one is missing. */
export function uniqueNameOf({ existing, workspaceId, values }: Draft, { unique }: Kind['rules']): string | undefined {
  if (existing !== undefined || unique === undefined) return undefined
  const own = unique.map((name) => values[name] ?? null)
  return own.includes(null) ? undefined : JSON.stringify([workspaceId, ...own])
}

/** The ID of the record that has the unique fields of each new draft already. */
export async function rivalsOf(
  sql: Sql,
  drafts: readonly Draft[],
  { table, fields, rules }: Kind,
): Promise<readonly (number | undefined)[]> {
  const asked = [...drafts.entries()].filter(([, draft]) => uniqueNameOf(draft, rules) !== undefined)
  if (asked.length === 0) return []
  const places = list(
    asked.map(([place]) => place),
    'int',
  )
  const workspaces = list(
    asked.map(([, { workspaceId }]) => workspaceId),
    'int',
  )
  const columns = (rules.unique ?? []).map((name) => {
    const values = asked.map(([, { values }]) => textOf(values[name]))
    const type = Prisma.raw(fields[name]?.kind === 'reference' ? 'bigint' : 'text')
    const wanted = identifier(`asked_${name}`)
    return { values: list(values, 'text'), wanted, equals: Prisma.sql`${identifier(name)} = ${wanted}::${type}` }
  })
  const rows = await sql.rows({ place: int, id: bigint })`
    SELECT asked_place AS place, id
    FROM unnest(${places}, ${workspaces}, ${Prisma.join(columns.map(({ values }) => values))})
      AS asked (asked_place, asked_workspace, ${Prisma.join(columns.map(({ wanted }) => wanted))})
    JOIN ${table.name} ON workspace_id = asked_workspace AND deleted_at IS NULL
      AND ${Prisma.join(
        columns.map(({ equals }) => equals),
        ' AND ',
      )}`
  const found = new Map(rows.map(({ place, id }) => [place, Number(id)]))
  return drafts.map((_draft, at) => found.get(at))
}

const textOf = (value: Draft['values'][string] | undefined) =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

/** The refusal of a new record whose unique fields another record has. */
export function uniqueConflict(
  rival: number | undefined,
  { noun, rules: { unique = [] } }: Pick<WritableKind, 'noun' | 'rules'>,
) {
  if (rival === undefined) return undefined
  return new RefusedError(
    'external_id_conflict',
    `${noun} ${rival} has this ${unique.join(' and ')}. Update ${noun} ${rival}.`,
    { facts: { existing_id: rival } },
  )
}
