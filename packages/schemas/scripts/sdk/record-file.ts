import { oneOf, pluralOf, sentenceCase } from '../../src/crud/crud-texts.ts'
import { array, object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { declarationOf, interfaceOf, schemaNamed } from './declaration.ts'
import type { Declaration } from './declaration.ts'
import { docComment } from './doc-comment.ts'
import { listParams } from './list-params.ts'
import { methodsOf } from './resources.ts'
import type { SdkResource } from './resources.ts'
import { fieldLines } from './type-text.ts'

/** The types of a resource: the record, its bodies, the parameters of its list, its related records, its methods. */
export function recordDeclarations(resource: SdkResource, document: Json): Declaration[] {
  const { one, noun, path, about, isReadOnly, hasFiles } = resource
  const described = String(schemaNamed(one, document)['description'])
  const words = isReadOnly ? described : `${described} ${about}`
  const related = relatedOf(resource, document)
  return [
    declarationOf(one, document, { words }),
    ...(isReadOnly ? [] : [updateOf(resource, document), createOf(resource, document)]),
    listParams(`${one}ListParams`, `Filters of the list of ${pluralOf(noun)}.`, `/${path}`, document),
    ...(hasFiles
      ? [listParams(`${one}FileParams`, `The file of ${oneOf(noun)}.`, `/${path}/{id}/file`, document)]
      : []),
    ...related,
    operationsOf(resource, related.length > 0),
  ]
}

/** Limits and defaults are those of a new record. The SDK sends the version of an update in a header, see `WriteOptions`. */
function updateOf({ one, noun }: SdkResource, document: Json): Declaration {
  const update = schemaNamed(`${one}Update`, document)
  const { if_match: _version, ...fields } = object(update['properties'])
  const properties = { ...fields, ...object(schemaNamed(`${one}Create`, document)['properties']) }
  const words = `Fields of the ${noun} to change. Missing fields keep their value, and \`null\` clears a field.`
  return interfaceOf({ ...update, properties }, { document, name: `${one}Update`, words, isSent: true })
}

function createOf({ one, noun, create }: SdkResource, document: Json): Declaration {
  const schema = schemaNamed(`${one}Create`, document)
  const required = array(schema['required'])
  const needs = (create?.description ?? '').replace(/^Creates .+? and returns it\. /, '')
  const words = docComment(`A new ${noun}. ${needs}`)
  const [name, refs] = [`${one}Create`, new Set<string>()]
  if (required.length === 0) return { name, text: `${words}\nexport type ${name} = ${one}Update`, refs }
  const fields = fieldLines(schema, { document, isSent: true, refs }, (field) => required.includes(field))
  return { name, text: `${words}\nexport interface ${name} extends ${one}Update {\n${fields}\n}`, refs }
}

function relatedOf({ one, noun, path }: SdkResource, document: Json): Declaration[] {
  const { parameters } = object(object(object(document['paths'])[`/${path}`])['get'])
  const expand = array(parameters)
    .map((each) => resolve(each, document))
    .find(({ name }) => name === 'expand')
  if (!expand) return []
  const names = array(resolve(object(expand['schema'])['items'], document)['enum'])
  const { properties } = schemaNamed(`Expanded${one}`, document)
  const schema = {
    properties: Object.fromEntries(names.map((name) => [String(name), object(properties)[String(name)]])),
    required: names,
  }
  const words = `Related records of ${oneOf(noun)}, for \`expand\`.`
  return [interfaceOf(schema, { document, name: `${one}Related`, words })]
}

function operationsOf(resource: SdkResource, hasRelated: boolean): Declaration {
  const { one, many, noun, isReadOnly, hasFiles } = resource
  const bodies = isReadOnly ? [] : [`${one}Create`, `${one}Update`]
  const types = [one, ...bodies, `${one}ListParams`, ...(hasRelated ? [`${one}Related`] : [])]
  const methods = sentenceCase(methodsOf(resource))
  const words = `The operations of ${pluralOf(noun)}${isReadOnly ? ', which are read-only' : ''}.`
  return {
    name: many,
    text: `${docComment(words)}\nexport type ${many} = ${methods}<${types.join(', ')}>${hasFiles ? ` & Files<${one}FileParams>` : ''}`,
    refs: new Set(),
    shared: [methods, ...(hasFiles ? ['Files'] : [])],
  }
}
