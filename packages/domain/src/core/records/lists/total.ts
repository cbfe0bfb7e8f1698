import { int, json, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { z } from 'zod'
import { inSight, written } from './condition.ts'
import type { Condition } from './condition.ts'

/** Rows of a table. */
interface Listed {
  readonly table: Prisma.Sql
  readonly conditions: readonly Condition[]
}

export interface Total {
  readonly total: number
  readonly total_is_estimate?: true
}

/** How far records are counted, beyond which their number is an estimate. */
export interface Counting {
  readonly records: number
  /** As PostgreSQL's planner reckons: about 250 of its units are a millisecond. */
  readonly cost: number
}

const byDefault: Counting = { records: 50_000, cost: 15_000 }

// Subqueries can have plans in addition to the limited one.
const Inner = z.object({ 'Parent Relationship': z.string(), 'Plan Rows': z.number() })
const Explained = z.tuple([z.object({ Plan: z.object({ 'Total Cost': z.number(), Plans: z.array(Inner) }) })])

/**
 * The number of records of a list. Counting a million would take too long for a page. The result is then the planner's
 * estimate from samples.
 */
export async function totalOf(sql: Sql, { table, conditions }: Listed, counting = byDefault): Promise<Total> {
  const most = counting.records + 1
  // Not as a parameter: the best way to the first of them depends on how many these are.
  const some = Prisma.sql`
    SELECT FROM ${table} WHERE ${Prisma.join(
      conditions.map((each) => written(each, inSight)),
      ' AND ',
    )} LIMIT ${Prisma.raw(String(most))}`
  const [row] = await sql.rows({ 'QUERY PLAN': json(Explained) })`EXPLAIN (FORMAT JSON) ${some}`
  if (!row) throw new Error('A statement has no plan')
  const [{ Plan: plan }] = row['QUERY PLAN']
  const expected = plan.Plans.find((inner) => inner['Parent Relationship'] === 'Outer')?.['Plan Rows'] ?? 0
  if (plan['Total Cost'] > counting.cost) return { total: expected, total_is_estimate: true }
  const [counted] = await sql.rows({ total: int })`SELECT count(*)::int AS total FROM (${some}) AS found`
  const total = counted?.total ?? 0
  return total < most ? { total } : { total: Math.max(most, expected), total_is_estimate: true }
}
