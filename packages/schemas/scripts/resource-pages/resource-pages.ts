import { readFileSync, readdirSync } from 'node:fs'
import type { OpenApiDocument } from '../../src/openapi/open-api-document.ts'
import { object } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { fieldTable } from './field-table.ts'
import { filterTable } from './filter-table.ts'
import { operationTable } from './operation-table.ts'

/** The pages of `docs/api/resources`, each of which has tables that are made from the contract. */
const resourcesFolder = new URL('../../../../docs/api/resources/', import.meta.url)

const tables: Readonly<Record<string, (subject: string, document: Json) => string>> = {
  fields: fieldTable,
  filters: filterTable,
  operations: operationTable,
}

/**
 * A page with its tables as the document has them now. A table is between two comments, the first of which names its
 * kind and subject: `<!-- fields: Matter -->`, `<!-- filters: /matters -->`, `<!-- operations: Matters -->`.
 */
function withTables(page: string, source: OpenApiDocument): string {
  const document = object(JSON.parse(JSON.stringify(source)))
  return page.replaceAll(
    /^(<!-- (\w+): (.+) -->)$[^]*?^(<!-- end -->)$/gm,
    (_all, start: string, kind: string, subject: string, end: string) =>
      `${start}\n\n${tables[kind]?.(subject, document) ?? `No table of ${kind}`}\n\n${end}`,
  )
}

/** Every page of the folder: its address, its text, and the text with its tables made again. */
export function resourcePages(document: OpenApiDocument) {
  const names = readdirSync(resourcesFolder).filter((name) => name.endsWith('.md'))
  return names.map((name) => {
    const file = new URL(name, resourcesFolder)
    const text = readFileSync(file, 'utf8')
    return { name, file, text, current: withTables(text, document) }
  })
}
