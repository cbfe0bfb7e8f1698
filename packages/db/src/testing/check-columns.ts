import type { Client, FieldDef } from 'pg'
import type { Columns } from '../client/columns.ts'

export interface Described {
  readonly name: string
  readonly oid: number
  readonly type: string
  /** Null where nothing is known about it: what is not plainly a column of a table. */
  readonly canBeNull: boolean | null
}

interface Plan {
  readonly Output?: readonly string[]
  readonly 'Join Type'?: string
  readonly 'Parent Relationship'?: string
  readonly Plans?: readonly Plan[]
}

/** The columns of a statement as PostgreSQL describes them. */
export async function describe(client: Client, text: string, fields: readonly FieldDef[]): Promise<Described[]> {
  const { rows: known } = await client.query<{ type: string; notNull: boolean | null }>({
    text: `SELECT format_type(field.type, NULL) AS type, attnotnull AS "notNull"
           FROM unnest($1::oid[], $2::oid[], $3::int[]) WITH ORDINALITY AS field (type, relation, number, place)
           LEFT JOIN pg_attribute ON attrelid = relation AND attnum = number ORDER BY place`,
    values: [
      fields.map(({ dataTypeID }) => dataTypeID),
      fields.map(({ tableID }) => tableID),
      fields.map(({ columnID }) => columnID),
    ],
  })
  const plan = known.some(({ notNull }) => notNull === true) ? await explain(client, text) : {}
  const optional = new Set(outputsOfOuterJoins(plan))
  // A subquery may have given what comes from a join another name.
  const isSure = optional.size === 0
  return fields.map(({ name, dataTypeID }, at) => {
    const { type = '', notNull = null } = known[at] ?? {}
    const isOptional = optional.has(plan.Output?.[at] ?? '')
    const canBeNull = notNull === null ? null : !notNull || isOptional
    return { name, oid: dataTypeID, type, canBeNull: canBeNull === false && !isSure ? null : canBeNull }
  })
}

async function explain(client: Client, text: string): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
    `EXPLAIN (VERBOSE, GENERIC_PLAN, FORMAT JSON) ${text}`,
  )
  return rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}
}

/** Columns from the nullable side of an outer join. */
function outputsOfOuterJoins({ 'Join Type': kind, Plans: inner = [] }: Plan): string[] {
  const missing = { Left: ['Inner'], Right: ['Outer'], Full: ['Inner', 'Outer'] }[kind ?? ''] ?? []
  return inner.flatMap((plan) => [
    ...(missing.includes(plan['Parent Relationship'] ?? '') ? (plan.Output ?? []) : []),
    ...outputsOfOuterJoins(plan),
  ])
}

export function mistakesOfColumns(columns: Columns, described: readonly Described[]): string[] {
  const answered = new Map(described.map((field) => [field.name, field]))
  const twice = answered.size < described.length ? ['Two columns have one name: give one of them another (AS …).'] : []
  const missing = Object.keys(columns).filter((name) => !answered.has(name))
  return [
    ...twice,
    ...missing.map((name) => `Column ${name} is declared, but the statement does not answer it.`),
    ...[...answered.values()].flatMap((field) => mistakesOf(field, columns[field.name])),
  ]
}

function mistakesOf({ name, oid, type, canBeNull }: Described, column: Columns[string] | undefined): string[] {
  if (!column) return [`Column ${name} (${type}) is answered, but not declared.`]
  if (!column.oids.includes(oid)) return [`Column ${name} is declared as another type than ${type}, which it is.`]
  if (canBeNull === true && !column.canBeNull && !column.isFilled)
    return [
      `Column ${name} can be null: declare it orNull(…), or filled(…) where the statement makes sure that it is not.`,
    ]
  if (canBeNull === false && column.canBeNull)
    return [`Column ${name} can never be null: declare it without orNull(…).`]
  return []
}
