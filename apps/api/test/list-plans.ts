import { readBuild } from '@matterbase/config'
import { Prisma, json } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { pino } from 'pino'
import { z } from 'zod'
import { basePath, createApp } from '../src/app.ts'
import { listen } from '../src/server.ts'
import type { Api } from './harness.ts'
import { plainTransaction } from './transaction.ts'

export interface Recorder {
  /** The statements that a GET sends about this table: of the REST API with a key, of the dashboard with a cookie. */
  statementsOf(table: string, pathAndQuery: string, as: string | { readonly cookie: string }): Promise<Prisma.Sql[]>
  close(): Promise<void>
}

type Sent = Pick<Prisma.Sql, 'text' | 'values'>

/** An object with one member in place of its own; its other methods work as before. */
function withMember<T extends object>(object: T, name: keyof T, member: unknown): T {
  return new Proxy(object, {
    get(target, asked) {
      const own: unknown = asked === name ? member : Reflect.get(target, asked)
      return asked !== name && typeof own === 'function' ? (own.bind(target) as unknown) : own
    },
  })
}

/** The same API once more, over a database that keeps what it is asked. */
export async function startRecorder({ db, sealer }: Api): Promise<Recorder> {
  const recorded: Prisma.Sql[] = []
  const seen = <C extends { query(sent: Sent): unknown }>(client: C) =>
    withMember(client, 'query', (sent: Sent) => {
      if (typeof sent === 'object') recorded.push(new Prisma.Sql(sent.text.split(/\$\d+/), sent.values))
      return client.query(sent)
    })
  const pool = withMember(db.pool, 'connect', async () => seen(await db.pool.connect()))
  const recording = withMember(db, 'pool', pool)
  const log = pino({ level: 'silent' })
  const app = createApp({
    build: readBuild({}),
    db: recording,
    sealer,
    allowPrivate: true,
    log,
    publicUrl: 'http://localhost',
  })
  const server = await listen(app, { port: 0, host: '127.0.0.1', publicUrl: 'http://localhost' })
  return {
    async statementsOf(table, pathAndQuery, as) {
      recorded.length = 0
      const isKey = typeof as === 'string'
      const url = `http://127.0.0.1:${server.port}${isKey ? basePath : '/dash/v1/live'}${pathAndQuery}`
      const response = await fetch(url, { headers: isKey ? { authorization: `Bearer ${as}` } : { cookie: as.cookie } })
      if (!response.ok) throw new Error(await response.text())
      // What is explained is asked besides, if it is worth it.
      const asked = recorded.filter(({ text }) => !text.startsWith('EXPLAIN'))
      const found = asked.filter(({ text }) => new RegExp(`FROM "?${table}\\b`).test(text))
      if (found.length === 0) throw new Error(`GET ${pathAndQuery} asked nothing of ${table}`)
      return found
    },
    close: () => server.close(100),
  }
}

export interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** A plan and all that is below it. */
export const nodesOf = (plan: Plan | undefined): Plan[] => (plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : [])

/** What the plan looks up in indexes. */
export const conditionsOf = (plan: Plan | undefined) =>
  nodesOf(plan)
    .map((node) => node['Index Cond'] ?? '')
    .join(' ')

const without = (wrapper: string, plan: Plan | undefined): Plan | undefined =>
  plan?.['Node Type'] === wrapper ? without(wrapper, plan.Plans?.[0]) : plan

/** What a page is put together from and then put in order once more, where each of it is no more than a page itself. */
function limitedParts(limit: Plan): readonly Plan[] {
  const [sort] = limit.Plans ?? []
  const append = without('Subquery Scan', sort?.['Node Type'] === 'Sort' ? sort.Plans?.[0] : undefined)
  const parts = (append?.['Node Type'] === 'Append' && append.Plans) || []
  const limits = parts.flatMap((part) => without('Subquery Scan', part) ?? [])
  return limits.length > 0 && limits.every((part) => part['Node Type'] === 'Limit') ? limits : [limit]
}

/** The index scan whose order is that of the page, if nothing below LIMIT sorts more than the rows of one stamp. */
export function orderedScan(plan: Plan): Plan | undefined {
  const limit = nodesOf(plan).find((node) => node['Node Type'] === 'Limit')
  const below = (limit && limitedParts(limit))?.flatMap((part) => nodesOf(part).slice(1)) ?? []
  if (below.some((node) => node['Node Type'] === 'Sort')) return undefined
  return below.find((node) => node['Node Type'].startsWith('Index'))
}

const isList = (value: unknown): value is { toJSON(): unknown } =>
  typeof value === 'object' && value !== null && 'toPostgres' in value

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `ARRAY[${value.map(literal).join(', ')}]`
  if (isList(value)) return quoted(arrayOf(value))
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : quoted(textOf(value))
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)
}

/** A list in PostgreSQL's format of an array. One that is kept in binary is shown as empty. */
function arrayOf({ toJSON }: { toJSON(): unknown }): string {
  const items = toJSON()
  const written = (Array.isArray(items) ? items : []).map((item: unknown) =>
    item === null ? 'NULL' : `"${textOf(item).replaceAll(/["\\]/g, '\\$&')}"`,
  )
  return `{${written.join(',')}}`
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }]
}

/** How PostgreSQL carries a statement out: planned for its values, and planned once for all values. */
export async function plansOf(db: Db, { text, values }: Prisma.Sql): Promise<Plan[]> {
  return plainTransaction(db, async (connection) => {
    await connection.query(`PREPARE listing AS ${text}`)
    const plans = []
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await connection.query(`SET LOCAL plan_cache_mode = ${mode}`)
      const explained = await connection.query(
        `EXPLAIN (FORMAT JSON) EXECUTE listing(${values.map(literal).join(', ')})`,
      )
      for (const row of explained.rows as readonly Explained[]) plans.push(row['QUERY PLAN'][0].Plan)
    }
    await connection.query('DEALLOCATE listing')
    return plans
  })
}

const measuredPlan = z.tuple([
  z.object({ Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }) }),
])

/** How many blocks PostgreSQL looks at for a statement: a cost without noise. */
export async function blocksOf(db: Db, statement: Prisma.Sql): Promise<number> {
  const [row] = await db.rows({ 'QUERY PLAN': json(measuredPlan) })(
    Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
  )
  const plan = row?.['QUERY PLAN'][0].Plan
  return plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : Number.NaN
}
