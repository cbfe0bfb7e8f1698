import { array, object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { docComment } from './doc-comment.ts'
import { nounOf, schemaOf, sdkNameOf, valuesName } from './names.ts'
import { fieldLines } from './type-text.ts'

/** An exported type of the SDK, or several that belong together. */
export interface Declaration {
  readonly name: string
  readonly text: string
  /** Schemas of the OpenAPI document that it refers to. */
  readonly refs: ReadonlySet<string>
  /** Types of hand-written files that it refers to. */
  readonly shared?: readonly string[]
}

export interface InterfaceOptions {
  readonly document: Json
  readonly name: string
  readonly words: string
  readonly isSent?: boolean
  /** The schema of an interface that it extends. Only the other fields are written. */
  readonly extends?: string
}

/** The interface of an object schema. */
export function interfaceOf(schema: Json, options: InterfaceOptions): Declaration {
  const { document, name, words, isSent = false, extends: base } = options
  const refs = new Set(base === undefined ? [] : [base])
  const inherited = base === undefined ? {} : object(schemaNamed(base, document)['properties'])
  // An interface, so that programs can declare more of its keys.
  if (schema['additionalProperties'] === true)
    return { name, text: `${docComment(words)}\nexport interface ${name} {\n  [key: string]: unknown\n}`, refs }
  const fields = fieldLines(schema, { document, isSent, refs }, (field) => !(field in inherited))
  const heading = `export interface ${name}${base === undefined ? '' : ` extends ${sdkNameOf(base)}`}`
  return { name, text: `${docComment(words)}\n${heading} {\n${fields}\n}`, refs }
}

/** The declaration of a component of the OpenAPI document. */
export function declarationOf(component: string, document: Json, options: Partial<InterfaceOptions> = {}): Declaration {
  const schema = schemaNamed(component, document)
  if (schema['enum'] !== undefined) return enumOf(component, schema, document)
  const words = String(schema['description'])
  return interfaceOf(schema, { document, name: sdkNameOf(component), words, ...options })
}

function enumOf(name: string, { description, enum: values }: Json, document: Json): Declaration {
  const items = array(values).filter((value) => typeof value === 'string')
  // Programs do not list the values of a parameter.
  if (!JSON.stringify(object(document['components'])['schemas']).includes(`/${name}"`)) {
    const union = items.map((value) => `'${value}'`).join(' | ')
    return { name, text: `${docComment(String(description))}\nexport type ${name} = ${union}`, refs: new Set() }
  }
  const list = valuesName(name)
  const words = `Every ${nounOf(name)}, for select boxes and checks at run time. ${String(description)}`
  const text = `${docComment(words)}
export const ${list} = [${items.map((value) => `'${value}'`).join(', ')}] as const

/** One of \`${list}\`. */
export type ${name} = (typeof ${list})[number]`
  return { name, text, refs: new Set() }
}

export function schemaNamed(name: string, document: Json): Json {
  const schema = object(object(object(document['components'])['schemas'])[schemaOf(name)])
  if (Object.keys(schema).length === 0) throw new Error(`The OpenAPI document has no schema ${name}`)
  return resolve(schema, document)
}
