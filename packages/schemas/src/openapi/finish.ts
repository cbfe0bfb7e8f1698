import { unshownKey } from '../fields/unshown.ts'
import { describeDefaults } from './defaults.ts'
import { exampleOf } from './examples.ts'
import type { ExampleOptions } from './examples.ts'
import { nameEnums } from './named-enums.ts'
import { withNullableRefs } from './nullable-refs.ts'
import type { OpenApiDocument } from './open-api-document.ts'

type PathItem = OpenApiDocument['paths'][string]
type OperationObject = NonNullable<PathItem['get']>
type Parameter = NonNullable<OperationObject['parameters']>[number]
type Content = { [type: string]: { schema?: object; example?: unknown } }

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Adds what can only be said once all schemas are there: an example for every body, and names for enums. */
export function finish(document: OpenApiDocument): OpenApiDocument {
  const schemas = (document.components?.schemas ?? {}) as ExampleOptions['schemas']
  for (const item of Object.values(document.paths))
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      addRequestExample(operation, method, schemas)
      addAnswerExamples(operation, schemas)
      const [shared, own] = split(operation.parameters ?? [])
      operation.parameters = [...own.map(tidied), ...shared]
    }
  return withoutMarks(describeDefaults(withNullableRefs(nameEnums(document))))
}

// The example of a PATCH contains the field that changes most often, the status. The example of a whole record contains
// every field.
function addRequestExample(operation: OperationObject, method: string, schemas: ExampleOptions['schemas']) {
  if (!operation.requestBody || '$ref' in operation.requestBody) return
  const all = { schemas, shows: (member: object) => !(unshownKey in member) }
  const states = { schemas, shows: (member: { enum?: readonly unknown[] }) => member.enum !== undefined }
  addExample(operation.requestBody.content, method === 'patch' ? [states, all] : [all])
}

function addAnswerExamples({ responses }: OperationObject, schemas: ExampleOptions['schemas']) {
  const successes = Object.entries(responses as Record<string, { content?: Content }>).filter(
    ([, { content }]) => content,
  )
  for (const [status, { content }] of successes) {
    addExample(content ?? {}, [{ schemas, shows: () => false }])
    const example = content?.['application/json']?.example
    if (successes.length > 1 && isRecord(example) && 'created' in example) example['created'] = status === '201'
  }
}

/** The document without the marks of the fields that examples leave out. */
const withoutMarks = (document: OpenApiDocument): OpenApiDocument =>
  JSON.parse(
    JSON.stringify(document, (name, value: unknown) => (name === unshownKey ? undefined : value)),
  ) as OpenApiDocument

/** The example of the first of these options that has anything to show. */
function addExample(content: Content, options: readonly ExampleOptions[]) {
  const media = content['application/json']
  if (!media?.schema) return
  const { schema } = media
  const examples = options.map((option) => exampleOf(schema, option))
  media.example = examples.find((example) => isRecord(example) && Object.keys(example).length > 0)
}

/**
 * The generator repeats a parameter's description in its schema. And an example of an optional one is
 * taken by tools for what should be sent: it moves into the description.
 */
function tidied(parameter: Parameter): Parameter {
  if (!('schema' in parameter) || !parameter.schema || '$ref' in parameter.schema) return parameter
  const { description = '', example, ...schema } = parameter.schema
  if (parameter.required) return { ...parameter, schema: { ...schema, ...(example !== undefined && { example }) } }
  const such = typeof example === 'string' ? ` For example \`${example}\`.` : ''
  return { ...parameter, description: description + such, schema }
}

/** Shared parameters of the components, and parameters of one operation. */
function split(parameters: readonly Parameter[]): [Parameter[], Parameter[]] {
  const isShared = (parameter: Parameter) => '$ref' in parameter
  return [parameters.filter(isShared), parameters.filter((parameter) => !isShared(parameter))]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
