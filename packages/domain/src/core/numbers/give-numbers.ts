import { bigint, identifier, int, list, orNull, Prisma, texts } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { numberKey } from '@matterbase/schemas/reading'
import type { Draft, Values } from '../records/record.ts'
import type { WritableKind } from '../records/writable-kind.ts'
import type { Plan } from '../write/plan.ts'
import { parsePattern } from './number-pattern.ts'
import type { NumberPattern } from './number-pattern.ts'

type Numbered = Pick<WritableKind, 'table' | 'number'>

/** New records of one workspace that share a count. */
interface Group<T> {
  readonly workspaceId: number
  readonly pattern: NumberPattern
  readonly client: string
  readonly records: readonly T[]
}

/**
 * Takes numbers for the new records that have none, in workspaces with a pattern, in their order. The workspaces are
 * locked, and a rollback frees the numbers, so there are no gaps. One statement, or none.
 *
 * @param patternOf returns the pattern of a workspace; null if it has none.
 */
async function takeNumbers(
  sql: Sql,
  { inserts, updates }: Pick<Plan, 'inserts' | 'updates'>,
  kind: Numbered,
  patternOf: (workspaceId: number) => string | null,
): Promise<ReadonlyMap<Draft, string>> {
  const { number: field } = kind
  if (field === undefined) return new Map()
  const open = inserts.filter(({ values, workspaceId }) => values[field] === null && patternOf(workspaceId) !== null)
  if (open.length === 0) return new Map()
  const groups = groupsOf(open, patternOf)
  const sent = [...inserts, ...updates].flatMap(({ workspaceId, values }) => {
    const number = values[field]
    return typeof number === 'string' ? [{ workspaceId, number }] : []
  })
  const rows = await sql.rows({ place: int, numbers: texts })`
    WITH ${freeNumbers(groups, kind, sent)}, counted AS (
      INSERT INTO matter_number_counts (workspace_id, counted, last)
      SELECT workspace_id, counted, max(count) FROM numbered GROUP BY workspace_id, counted
      ON CONFLICT (workspace_id, counted) DO UPDATE SET last = excluded.last
    )
    SELECT place::int AS place, array_agg(number ORDER BY count) AS numbers FROM numbered GROUP BY place`
  return new Map(
    rows.flatMap(({ place, numbers }) =>
      (groups[place - 1]?.records ?? []).flatMap((draft, at) => {
        const number = numbers[at]
        return number === undefined ? [] : [[draft, number] as const]
      }),
    ),
  )
}

/** The plan with the numbers of its new records. */
export async function withNumbers(
  sql: Sql,
  plan: Plan,
  kind: Numbered,
  patternOf: (workspaceId: number) => string | null,
): Promise<Plan> {
  return { ...plan, numbers: await takeNumbers(sql, plan, kind, patternOf) }
}

/** The number that the next record would get from this pattern. Takes none. */
export async function nextNumberOf(
  sql: Sql,
  workspaceId: number,
  kind: Numbered,
  pattern: string,
): Promise<string | undefined> {
  const [newest] = await sql.rows({ client: orNull(bigint) })`
    SELECT client_id AS client FROM matters WHERE workspace_id = ${workspaceId} ORDER BY id DESC LIMIT 1`
  const client = clientIn({ client_id: newest?.client == null ? null : Number(newest.client) })
  const group = { workspaceId, pattern: parsePattern(pattern), client, records: [undefined] }
  const [row] = await sql.rows({ numbers: texts })`
    WITH ${freeNumbers([group], kind, [])} SELECT array_agg(number) AS numbers FROM numbered`
  return row?.numbers[0]
}

/** The name of the count: `2026`, `/17`, `2026/17` or empty. */
const countedBy = ({ isByYear, isByClient }: NumberPattern, client: string) =>
  (isByYear ? '{yyyy}' : '') + (isByClient ? `/${client}` : '')

/** The ID of the client; 0 for none. */
const clientIn = ({ client_id: client }: Values) => String(typeof client === 'number' ? client : 0)

function groupsOf(drafts: readonly Draft[], patternOf: (workspaceId: number) => string | null): Group<Draft>[] {
  const patterns = new Map<number, NumberPattern>()
  for (const { workspaceId } of drafts)
    if (!patterns.has(workspaceId)) patterns.set(workspaceId, parsePattern(patternOf(workspaceId) ?? ''))
  const clientOf = ({ workspaceId, values }: Draft) => (patterns.get(workspaceId)?.isByClient ? clientIn(values) : '')
  const groups = Map.groupBy(drafts, (draft) => `${draft.workspaceId} ${clientOf(draft)}`)
  return [...groups.values()].flatMap((records) => {
    const [first] = records
    const pattern = first && patterns.get(first.workspaceId)
    return pattern ? [{ workspaceId: first.workspaceId, pattern, client: clientOf(first), records }] : []
  })
}

const inYear = (text: Prisma.Sql) => Prisma.sql`replace(replace(${text}, '{yyyy}', year), '{yy}', right(year, 2))`

interface Sent {
  readonly workspaceId: number
  readonly number: string
}

/**
 * Parts of WITH: `numbered` has the next free numbers of each group. A count that is new begins after the highest number
 * that the pattern could have made, so that a firm continues the numbers that it had before.
 *
 * @param sent the numbers of records that are written with them.
 */
function freeNumbers(groups: readonly Group<unknown>[], { table, number = '' }: Numbered, sent: readonly Sent[]) {
  const column = identifier(number)
  const each = (valueOf: (group: Group<unknown>) => string | number, type: 'int' | 'text') =>
    list(groups.map(valueOf), type)
  const length = Prisma.sql`(length(before) + length(after))`
  return Prisma.sql`given AS MATERIALIZED (
      SELECT *, to_char(firm_day(given_workspace, now()), 'YYYY') AS year
      FROM unnest(
        ${each(({ workspaceId }) => workspaceId, 'int')},
        ${each(({ pattern, client }) => pattern.before.replaceAll('{client}', client), 'text')},
        ${each(({ pattern, client }) => pattern.after.replaceAll('{client}', client), 'text')},
        ${each(({ pattern }) => pattern.digits, 'int')},
        ${each(({ pattern, client }) => countedBy(pattern, client), 'text')},
        ${each(({ records }) => records.length, 'int')}
      ) WITH ORDINALITY AS asked (given_workspace, pattern_before, pattern_after, digits, pattern_counted, quantity, place)
    ), dated AS MATERIALIZED (
      SELECT place, given_workspace, digits, quantity, ${inYear(Prisma.sql`pattern_counted`)} AS counting,
             ${inYear(Prisma.sql`pattern_before`)} AS before, ${inYear(Prisma.sql`pattern_after`)} AS after
      FROM given
    ), begun AS MATERIALIZED (
      SELECT dated.*, coalesce(
        (SELECT last FROM matter_number_counts WHERE workspace_id = given_workspace AND counted = counting),
        (SELECT max(substr(${column}, length(before) + 1, length(${column}) - ${length})::bigint)
         FROM ${table.name}
         WHERE workspace_id = given_workspace AND ${column} >= before AND ${column} < before || chr(1114111)
           AND right(${column}, length(after)) = after
           AND substr(${column}, length(before) + 1, greatest(length(${column}) - ${length}, 0)) ~ '^[0-9]{1,12}$'),
        0) AS last
      FROM dated
    ), numbered AS MATERIALIZED (
      SELECT given_workspace AS workspace_id, counting AS counted, place, count, number
      FROM begun CROSS JOIN LATERAL (
        -- One after the other: generate_series in FROM would make all of them first, and so would the sort of a join, which
        -- NOT EXISTS can become. PostgreSQL does not join what a subquery selects.
        SELECT count, number
        FROM (SELECT count, before || lpad(count::text, greatest(digits, length(count::text)), '0') || after AS number
              FROM (SELECT generate_series(last + 1, 999999999999999) AS count) AS counts) AS numbers
        WHERE NOT (SELECT EXISTS (
            SELECT FROM ${table.name} AS holder WHERE holder.workspace_id = given_workspace AND record_number_key(holder.${column}) = record_number_key(numbers.number)))
          AND NOT (SELECT EXISTS (
            SELECT FROM former_matter_numbers AS former
            WHERE former.workspace_id = given_workspace AND former.number_key = record_number_key(numbers.number)))
          AND NOT (SELECT EXISTS (
            SELECT FROM unnest(${list(
              sent.map(({ workspaceId }) => workspaceId),
              'int',
            )}, ${list(
              sent.map((one) => numberKey(one.number)),
              'text',
            )}) AS sent (sent_workspace, sent_key)
            WHERE sent_workspace = given_workspace AND sent_key = record_number_key(numbers.number)))
        LIMIT quantity
      ) AS free
    )`
}
