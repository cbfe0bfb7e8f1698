import { markup } from '../../../http/browser/html.ts'
import type { Html } from '../../../http/browser/html.ts'
import { inline, joined } from './prose.ts'
import { limits } from './limits.ts'
import { resolve } from '../source.ts'
import type { Parameter, Schema } from '../source.ts'
import { typeText } from './type-text.ts'

type Schemas = Readonly<Record<string, Schema>>

interface Field {
  readonly name: string
  readonly schema: Schema
  readonly type: Html
  readonly isRequired: boolean
  readonly description?: string
}

const fieldList = (fields: readonly Field[]) => markup`<dl>${fields.map(fieldText)}</dl>`

function fieldText({ name, schema, type, isRequired, description = schema.description }: Field): Html {
  const facts = limits(schema)
  return markup`<div><dt><code>${name}</code> <span>${type}</span>${isRequired && markup` <strong>required</strong>`}</dt><dd>${
    description !== undefined && markup`<p>${inline(description)}</p>`
  }${facts.length > 0 && markup`<p class="facts">${joined(facts, '; ')}</p>`}</dd></div>`
}

export const parameterList = (parameters: readonly Parameter[]) =>
  fieldList(
    parameters.map(({ name, schema, required = false, description = '', in: place }) => ({
      name,
      schema,
      type: markup`${typeText(schema)}, ${place}`,
      isRequired: required,
      description,
    })),
  )

/** The fields of a body to send, with those of the objects in it: `items[].title`. */
export const bodyFields = (schema: Schema, schemas: Schemas) => fieldList(deepFields(schema, schemas))

function deepFields(schema: Schema, schemas: Schemas, prefix = ''): Field[] {
  const { properties = {}, required = [] } = resolve(schema, schemas)
  return Object.entries(properties).flatMap(([member, value]) => {
    const inner = resolve(value, schemas)
    const name = prefix + member
    const type = typeText(inner.items ? { ...inner, items: { type: 'object', ...unnamed(inner.items) } } : inner)
    const field = { name, schema: inner, type, isRequired: required.includes(member) }
    const below = inner.items ? deepFields(inner.items, schemas, `${name}[].`) : deepFields(inner, schemas, `${name}.`)
    return [field, ...below]
  })
}

/** The fields of what is answered. Objects that have a name are linked to. */
export const answerFields = ({ properties = {}, required = [] }: Schema) =>
  fieldList(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      type: typeText(schema),
      isRequired: false,
      ...(!required.includes(name) && { description: sometimes(schema.description) }),
    })),
  )

const sometimes = (description = '') => [description, 'Not in every answer.'].filter(Boolean).join(' ')

/** A body's objects have their fields below them: nothing to link to. */
const unnamed = ({ $ref, ...schema }: Schema): Schema => ($ref === undefined ? schema : {})
