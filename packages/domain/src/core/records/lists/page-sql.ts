import {
  filled,
  bool,
  int,
  isoText,
  orNull,
  plannedNowAndThen,
  Prisma,
  rawJson,
  rowForEach,
  text,
} from '@matterbase/db'
import type { SortKey } from './sort-keys.ts'

export const pageColumns = {
  /** How many rows were looked at: one more than a page holds tells whether there are more. */
  found: int,
  /** How many of them the page has. */
  fitting: int,
  /** Null when the page is too large. */
  data: orNull(rawJson),
  /** True if the previous pages of the statement are so large that this page must be read alone. */
  is_crowded: filled(bool),
  last_key: orNull(text),
  last_id: orNull(text),
}

interface Gathering extends Pick<SortKey, 'key' | 'type'> {
  readonly rows: Prisma.Sql
  /** Writes a row as JSON text. */
  readonly json: Prisma.Sql
  readonly id: Prisma.Sql
  readonly limit: number
  readonly mostBytes: number
  /** True if a page that is too large ends early. */
  readonly endsEarly: boolean
  readonly isInOrder: boolean
}

/** Makes a page of rows. PostgreSQL decides by lengths what it has, so that no larger text is ever sent. */
export function gather({ rows, json, key, id, type, limit, mostBytes, endsEarly, isInOrder }: Gathering): Prisma.Sql {
  const array = Prisma.sql`'[' || coalesce(data, '') || ']'`
  return Prisma.sql`
    SELECT found, fitting, ${endsEarly ? array : Prisma.sql`CASE WHEN fitting = least(found, ${limit}::int) THEN ${array} END`} AS data, false AS is_crowded,
           ${type === 'timestamptz' ? isoText('last_key') : Prisma.sql`last_key::text`} AS last_key, last_id::text AS last_id
    FROM (
      SELECT count(*)::int AS found, (count(*) FILTER (WHERE fits))::int AS fitting, string_agg(json, ',') FILTER (WHERE fits) AS data,
             (array_agg(key))[(count(*) FILTER (WHERE fits))::int] AS last_key, (array_agg(row_id))[(count(*) FILTER (WHERE fits))::int] AS last_id
      FROM (
        SELECT key, row_id, json, place = 1 OR place <= ${limit}::int AND bytes <= ${Prisma.raw(String(mostBytes))} AS fits FROM (
          SELECT key, row_id, json, row_number() OVER so_far AS place, sum(octet_length(json) + 1) OVER so_far AS bytes
          FROM (SELECT ${key} AS key, ${id} AS row_id, ${json} AS json FROM (${rows}) AS page OFFSET 0) AS written
          WINDOW so_far AS (ROWS UNBOUNDED PRECEDING)
        ) AS measured
      ) AS ordered
    ) AS gathered ${isInOrder ? plannedNowAndThen : Prisma.empty}`
}

/** Answers the page of each who waits for one of this list, with values of their own, and no more bytes than one page may have. */
export function forEach(values: readonly string[], page: Prisma.Sql, mostBytes: number): Prisma.Sql {
  const arrays = Prisma.join(values.map((value) => Prisma.sql`${[value]}::text[]`))
  const names = Prisma.raw(values.map((_, at) => `value${at + 1}`).join(', '))
  return Prisma.sql`
    SELECT found, fitting, CASE WHEN NOT too_many THEN data END AS data, too_many AND data IS NOT NULL AS is_crowded, last_key, last_id
    FROM (
      SELECT answered.*, turn, turn > 1 AND coalesce(sum(octet_length(data)) OVER (ORDER BY turn ROWS UNBOUNDED PRECEDING), 0) > ${Prisma.raw(String(mostBytes))} AS too_many
      FROM unnest(${arrays}) WITH ORDINALITY AS given (${names}, turn)
      CROSS JOIN LATERAL (${page}) AS answered
    ) AS measured ORDER BY turn ${rowForEach}`
}
