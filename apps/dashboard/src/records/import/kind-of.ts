import type { Resource } from '../resource.ts'
import type { CsvFile } from './csv-file.ts'
import { fieldsOf } from './heads.ts'
import { guessMapping } from './mapping.ts'

/** Fields of several kinds of records, which say nothing about the kind of a file alone. */
const common = new Set([
  'external_id',
  'description',
  'status',
  'client_id',
  'client_external_id',
  'client_name',
  'case_id',
  'case_external_id',
  'case_number',
  'case_title',
])

/** The kind of records that the columns of a file fit best. The chosen kind stays unless another one fits better. */
export function kindOf(file: CsvFile, chosen: Resource, allowed: readonly Resource[]): Resource {
  const fitOf = (resource: Resource) => {
    const mapping = guessMapping(file, resource)
    if (mapping.every((field) => field === '' || common.has(field))) return 0
    return mapping.reduce((sum, field, column) => sum + weightOf(field, file.header[column] ?? ''), 0)
  }
  return allowed.reduce((best, each) => (fitOf(each) > fitOf(best) ? each : best), chosen)
}

/** A field that is the first meaning of the column's name counts most. */
function weightOf(field: string, head: string): number {
  if (field === '') return 0
  const [exact, first] = fieldsOf(head)
  return field === exact || field === first ? 2 : 1
}
