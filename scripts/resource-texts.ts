import type { Names, NewField } from './resource-names.ts'

const lines = (fields: readonly NewField[], line: (field: NewField) => string) =>
  fields.map((field) => `  ${line(field)}\n`).join('')

/** The filters of its lists. */
const filtersAmong = (fields: readonly NewField[]): NewField[] =>
  fields.filter(({ schema }) => /^(reference|flag)/.test(schema))

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

/** `packages/schemas/src/records.ts` with an import and an entry of the resource. */
export const withRegistration = (text: string, { path, many }: Names): string =>
  text
    .replace('\n\n', `\nimport { ${many} } from './resources/${path}.ts'\n\n`)
    .replace('\n} as const', `\n  ${many},\n} as const`)

export const changesetText = ({ many }: Names): string =>
  `---\n'@matterbase/sdk': minor\n---\n\n\`mb.${many}\`: TODO, in a sentence.\n`

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
