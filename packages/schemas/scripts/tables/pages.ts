import { globSync, readFileSync } from 'node:fs'
import type { OpenApiDocument } from '../../src/openapi/open-api-document.ts'
import { readOnlyMethods, recordLists, singleMethods, valueLists } from '../sdk/api-tables.ts'
import { object } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { fieldTable } from './field-table.ts'
import { filterTable } from './filter-table.ts'
import { operationTable } from './operation-table.ts'
import { parameterTable } from './parameter-table.ts'
import { rawRequests } from './raw-requests.ts'
import { etagList, expandTable, exportList, tombstoneTable } from './record-lists.ts'
import { schemaTable } from './schema-table.ts'
import { scopeTable } from './scope-table.ts'

const root = new URL('../../../../', import.meta.url)

/** The pages that have tables out of the contract. */
const pages = ['docs/api/*.md', 'docs/api/resources/*.md', 'packages/sdk/api.md']

const tables: Readonly<Record<string, (subject: string, document: Json) => string>> = {
  fields: fieldTable,
  filters: filterTable,
  operations: operationTable,
  parameters: (_all, document) => parameterTable(document),
  scopes: (_all, document) => scopeTable(document),
  values: (_all, document) => valueLists(document),
  lists: (_all, document) => recordLists(document),
  'read-only': (_all, document) => readOnlyMethods(document),
  'single-methods': (_all, document) => singleMethods(document),
  'raw-requests': (_all, document) => rawRequests(document),
  expand: (_all, document) => expandTable(document),
  etags: (_all, document) => etagList(document),
  exports: (_all, document) => exportList(document),
  tombstones: (_all, document) => tombstoneTable(document),
  schemas: (_all, document) => schemaTable(document),
}

/**
 * A page with its tables as the document has them now. A table is between two comments, the first of which names its
 * kind and subject: `<!-- fields: Matter -->`, `<!-- filters: /matters -->`, `<!-- operations: Matters -->`.
 */
function withTables(page: string, source: OpenApiDocument): string {
  const document = object(JSON.parse(JSON.stringify(source)))
  return page.replaceAll(
    /^(<!-- ([\w-]+): (.+) -->)$[^]*?^(<!-- end -->)$/gm,
    (_all, start: string, kind: string, subject: string, end: string) =>
      `${start}\n\n${tables[kind]?.(subject, document) ?? `No table of ${kind}`}\n\n${end}`,
  )
}

/** Every page with such tables: its path, its text, and the text with its tables made again. */
export function pagesWithTables(document: OpenApiDocument) {
  const names = pages.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()
  return names.flatMap((name) => {
    const file = new URL(name, root)
    const text = readFileSync(file, 'utf8')
    return text.includes('<!-- end -->') ? [{ name, file, text, current: withTables(text, document) }] : []
  })
}
