import { array, object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import type { Declaration } from './declaration.ts'
import { docComment } from './doc-comment.ts'
import { typeText } from './type-text.ts'
import { sentWords } from './words.ts'

// The fields of the hand-written interfaces in packages/sdk/src/resources/crud.ts.
const paging = ['limit', 'offset', 'cursor', 'include']
const timed = [...paging, 'ids', 'updated_since', 'created_since', 'epoch', 'sort']
const days = ['from_date', 'to_date']

// Methods iterate lists, so they do more with these than HTTP does.
const pagingWords: Readonly<Record<string, string>> = {
  limit: 'Records per page, 1 to 200. Larger values count as 200. Default 50, and 200 when iterating.',
  cursor: '`nextCursor` of a page. The list continues after this page.',
}

/** Parameters that methods of the SDK have of their own: `sync` asks for deletions, `Expand` and `Sparse` for parts. */
const ofMethods = ['include_deleted', 'expand', 'fields']

/** The parameters of a list as an interface. */
export function listParams(name: string, words: string, path: string, document: Json): Declaration {
  const { parameters } = object(object(object(document['paths'])[path])['get'])
  const all = array(parameters)
    .map((parameter) => resolve(parameter, document))
    .filter((parameter) => parameter['in'] === 'query' && !ofMethods.includes(String(parameter['name'])))
  const has = (names: readonly string[]) => names.every((each) => all.some((parameter) => parameter['name'] === each))
  const bases = [
    ...(has(timed) ? [{ name: 'TimedListParams', fields: timed }] : []),
    ...(has(paging) && !has(timed) ? [{ name: 'ListParams', fields: paging }] : []),
    ...(has(days) ? [{ name: 'DayRange', fields: days }] : []),
  ]
  const inherited = new Set(bases.flatMap(({ fields }) => fields))
  const refs = new Set<string>()
  const own = all.filter((parameter) => !inherited.has(String(parameter['name'])))
  const fields = own
    .toSorted((a, b) => Number(String(a['name']) in pagingWords) - Number(String(b['name']) in pagingWords))
    .map(({ name: field, schema, description }) => {
      const flat = { ...resolve(schema, document), description }
      const type = parameterType(object(schema), document, refs)
      const said = pagingWords[String(field)] ?? sentWords(flat)
      return `${docComment(said, '  ')}\n  readonly ${String(field)}?: ${type} | undefined`
    })
  const extended = bases.length > 0 ? ` extends ${bases.map((base) => base.name).join(', ')}` : ''
  const text = `${docComment(words)}\nexport interface ${name}${extended} {\n${fields.join('\n')}\n}`
  const several = text.includes('Several<') ? ['Several'] : []
  return { name, text, refs, shared: [...bases.map((base) => base.name), ...several] }
}

function parameterType(schema: Json, document: Json, refs: Set<string>): string {
  const place = { document, isSent: true, refs }
  const { type, items } = resolve(schema, document)
  return type === 'array' ? `Several<${typeText(object(items), place)}>` : typeText(schema, place)
}
