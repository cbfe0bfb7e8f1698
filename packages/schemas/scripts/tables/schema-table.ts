import { array, object } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { table } from './table.ts'

/** Groups of schemas in the order of the page. A schema belongs to the first group that takes it. */
const groups: readonly (readonly [title: string, takes: (name: string, schema: Json) => boolean])[] = [
  ['values', (_name, schema) => array(schema['enum']).length > 0],
  ['errors', (name) => /Error|Failure/.test(name)],
  ['events', (name) => /Event$|^Previous|^Ping|^SignedDocument/.test(name)],
  ['pages', (name, schema) => name.endsWith('List') && 'properties' in schema],
  ['request bodies', (name) => /(?:Create|Update|Upsert|Bulk|BulkDelete|BulkRow|Request)$|^RotateSecret/.test(name)],
  ['responses of writes', (name) => /^Written|Results?$|^BulkDeleted|^Rotated|Created$|Upserted$|^Replay$/.test(name)],
  ['expanded records', (name) => name.startsWith('Expanded')],
  ['deleted records', (name) => /^Deleted|^Tombstone/.test(name)],
  ['nullable references', (name) => name.startsWith('Nullable')],
  ['records and their parts', () => true],
]

/** The names of all schemas of the document. Names of fields are left out, because each record has them. */
export function schemaTable(document: Json): string {
  const schemas = Object.entries(object(object(document['components'])['schemas']))
  const rows = schemas.flatMap(([name, schema]) => {
    if (name.endsWith('Field') && name !== 'CustomField') return []
    const [title = ''] = groups.find(([, takes]) => takes(name, object(schema))) ?? []
    return { title, name: `\`${name}\`` }
  })
  const byTitle = Map.groupBy(rows, ({ title }) => title)
  return table(
    ['Schemas', 'Names'],
    groups.toReversed().flatMap(([title]) => {
      const names = byTitle.get(title)?.map(({ name }) => name) ?? []
      return names.length > 0 ? [[title, names.join(', ')]] : []
    }),
  )
}
