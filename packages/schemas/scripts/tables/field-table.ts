import { array, object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { table } from './table.ts'
import { flattened, typeName } from './type-name.ts'

/**
 * The fields of a record, and whether a client of the API may write each.
 *
 * @param name the schema of the record, such as `Matter`, or an object in it, such as `Invoice.bill_to`.
 */
export function fieldTable(name: string, document: Json): string {
  const schemas = object(object(document['components'])['schemas'])
  const [record = '', part] = name.split('.')
  const whole = object(schemas[record])
  const { properties } = part === undefined ? whole : flattened(object(object(whole['properties'])[part]), document)
  const body = bodyOf(object(schemas[`${name}Create`]), document)
  const isReadOnly = Object.keys(object(body['properties'])).length === 0
  const rows = Object.entries(object(properties)).map(([field, value]) => {
    const schema = object(value)
    const cells = [`\`${field}\``, typeName(schema, document)]
    const meaning = meaningOf(schema, document)
    return isReadOnly ? [...cells, meaning] : [...cells, writable(field, body), meaning]
  })
  const headings = isReadOnly ? ['Field', 'Type', 'Meaning'] : ['Field', 'Type', 'You write it', 'Meaning']
  if (rows.length === 0) throw new Error(`The document has no ${name}`)
  return table(headings, rows)
}

/** The body that creates the record: some have it in a single property. */
function bodyOf(body: Json, document: Json): Json {
  const [only, ...others] = Object.values(object(body['properties']))
  const inner = resolve(object(only), document)
  return others.length === 0 && inner['properties'] !== undefined ? inner : body
}

function writable(field: string, body: Json): string {
  if (!(field in object(body['properties']))) return 'no'
  return array(body['required']).includes(field) ? 'yes, required' : 'yes'
}

function meaningOf(schema: Json, document: Json): string {
  const { description } = flattened(schema, document)
  return typeof description === 'string' ? description : ''
}
