import { namesOf } from './resource-names.ts'
import type { Names, NewField } from './resource-names.ts'

const lines = (fields: readonly NewField[], line: (field: NewField) => string) =>
  fields.map((field) => `  ${line(field)}\n`).join('')

/** The filters of its lists. */
export const filtersAmong = (fields: readonly NewField[]): NewField[] =>
  fields.filter(({ schema }) => /^(reference|flag)/.test(schema))

/** What they refer to: `client` of `client_id`, with the names of its resource. */
export const relationsAmong = (fields: readonly NewField[]) =>
  fields.flatMap(({ name, schema }) => {
    const path = /^reference\('(.*)'\)/.exec(schema)?.[1]
    return path === undefined ? [] : [{ name: name.replace(/_id$/, ''), column: name, of: namesOf(path) }]
  })

/** `packages/schemas/src/resources/<name>.ts` */
export function schemaText({ path, noun, many, One }: Names, fields: readonly NewField[]): string {
  const makers = new Set(['about', ...fields.map(({ schema }) => schema.replace(/\(.*/, '')), 'externalId'])
  const filters = filtersAmong(fields).map(({ name }) => `'${name}'`)
  return `import { crud } from '../crud/crud.ts'
import { ${[...makers].toSorted().join(', ')} } from '../fields/fields.ts'

export const ${many} = crud({
  path: '${path}',
  noun: '${noun}',
  name: '${One}',
  about: 'TODO: what they are, in a sentence.',
  read: 'matters:read',
  write: 'matters:write',
  filters: [${filters.join(', ')}],
  fields: {
${lines(fields, ({ name, schema }) => `  ${name}: about(${schema}, { description: 'TODO: what it is.' }),`)}    external_id: externalId,
  },
})
`
}

/** A model of `prisma/schema.prisma`, with an index for each filter. */
export function modelText({ One, table }: Names, fields: readonly NewField[]): string {
  const filters = filtersAmong(fields)
  return `
model ${One} {
  workspace_id Int
  id BigInt @default(autoincrement())
${lines(fields, ({ name, column }) => `${name} ${column}`)}  external_id String?
  /// See Matter.
  words String[]
  /// See Matter.
  json String @default(dbgenerated())
  created_at DateTime @db.Timestamptz(3)
  updated_at DateTime @db.Timestamptz(3)
  deleted_at DateTime? @db.Timestamptz(3)

  @@id([workspace_id, id])
  @@unique([workspace_id, external_id], where: raw("deleted_at IS NULL"))
  @@index([workspace_id, updated_at])
  @@index([workspace_id, created_at])
${lines(filters, ({ name }) => `@@index([workspace_id, ${name}, id])`)}  @@index([words], type: Gin)
  @@map("${table}")
}
`
}

const sqlTypes = { String: 'text', Boolean: 'boolean', Decimal: 'numeric', BigInt: 'bigint' }

const sqlTypeOf = (column: string) =>
  Object.entries(sqlTypes).find(([name]) => column.startsWith(name))?.[1] ??
  (column.endsWith('@db.Date') ? 'date' : 'timestamptz')

/** A migration that makes the table, with the JSON that PostgreSQL keeps of each row. */
export function withJson(migration: string, { table, noun }: Names, fields: readonly NewField[]): string {
  const columns = [
    ['id', 'bigint'],
    ...fields.map(({ name, column }) => [name, sqlTypeOf(column)] as const),
    ['external_id', 'text'],
    ['created_at', 'timestamptz'],
    ['updated_at', 'timestamptz'],
  ] as const
  const member = ([name, type]: (typeof columns)[number], at: number) => {
    const moment = `'"' || to_char(${name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`
    const value = type === 'timestamptz' ? moment : `to_json(${name})::text`
    return `    '${at === 0 ? '{' : ','}"${name}":', coalesce(${value}, 'null')`
  }
  const called = `${noun.replaceAll(' ', '_')}_json`
  return `-- See stored_json.
CREATE FUNCTION ${called}(${columns.map((column) => column.join(' ')).join(', ')})
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN concat(
${columns.map(member).join(',\n')}, '}');
END $$;

${migration.replace(/^ *"json".*\n/m, '').trimEnd()}

ALTER TABLE "${table}" ADD COLUMN "json" TEXT NOT NULL
  GENERATED ALWAYS AS (${called}(${columns.map(([name]) => name).join(', ')})) STORED;
`
}

/** The type of a filter. IDs can be several. */
const filterType = (type: string) => type.replace(/^number.*/, 'Several<number>')

const documented = (name: string) => `/** TODO: what ${name} is. */\n  `

/** `packages/sdk/src/resources/<name>.ts` */
export function sdkText({ noun, Many, One }: Names, fields: readonly NewField[]): string {
  const answered = lines(fields, ({ name, type }) => `${documented(name)}${name}: ${type}`)
  const settable = lines(fields, ({ name, type, column }) => {
    const dated = column.startsWith('DateTime') ? type.replace('string', 'string | Date') : type
    return `${documented(name)}${name}?: ${dated} | undefined`
  })
  const filters = filtersAmong(fields)
  const required = fields.filter(({ schema }) => schema.startsWith('required'))
  const create = required.map(({ name }) => `'${name}'`).join(' | ')
  const relations = relationsAmong(fields)
  const others = new Map(relations.map(({ of }) => [of.path, of.One]))
  const imports = [...others].map(([from, type]) => `import type { ${type} } from './${from}.ts'\n`).join('')
  const related = relations.map(
    ({ name, column, of }) => `  /** The record of \`${column}\`. */\n  ${name}: ${of.One} | null\n`,
  )
  return `${imports}import type { Crud, ${filters.some(({ type }) => type.startsWith('number')) ? 'Several, ' : ''}TimedListParams } from './crud.ts'

/** TODO: what one is, in a sentence. */
export interface ${One} {
  /** ID, assigned by the server. */
  id: number
${answered}  /** ID of the record in your system. Upserts find the record by it. */
  external_id: string | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the last change. ISO 8601, UTC, with milliseconds. Unique within a workspace. */
  updated_at: string
}

/** Fields to set. Missing fields keep their value, and \`null\` clears a field. */
export interface ${One}Update {
${settable}  /** ID of the record in your system, at most 255 characters. Unique within a workspace. */
  external_id?: string | null | undefined
}

/** A new ${noun}. */
export type ${One}Create = ${One}Update${create && ` & Required<Pick<${One}Update, ${create}>>`}

/** Filters of the list. */
export interface ${One}ListParams extends TimedListParams {
  /** Only the record with this \`external_id\`. */
  readonly external_id?: string | undefined
${lines(filters, ({ name, type }) => `/** Only those with this \`${name}\`. */\n  readonly ${name}?: ${filterType(type)} | undefined`)}  /** Search terms. All of them must appear in the text fields. Upper and lower case are equal. */
  readonly q?: string | undefined
}

${related.length > 0 ? `/** Related records, for \`expand\`. */\nexport interface ${One}Related {\n${related.join('')}}\n\n` : ''}/** The operations of these records. */
export type ${Many} = Crud<${One}, ${One}Create, ${One}Update, ${One}ListParams${related.length > 0 ? `, ${One}Related` : ''}>
`
}

/** A fixture, for \`packages/sdk/src/testing/records.ts\`. */
export function fixtureText({ one, One }: Names, fields: readonly NewField[]): string {
  return `
export const ${one}: Maker<${One}> = make<${One}>({
  id: 1,
${lines(fields, ({ name, fixture }) => `${name}: ${fixture},`)}  external_id: '${one}-1',
  ...stamps,
})
`
}

/** Default fields of a new record, for `packages/sdk/cli/triggers.ts`. */
export function triggerExample({ many, One }: Names, fields: readonly NewField[]): string {
  const needed = fields.filter(({ schema }) => schema.startsWith('required'))
  return `  ${many}: { ${needed.map(({ name }) => `${name}: '${One} of matterbase trigger'`).join(', ')} },\n`
}
