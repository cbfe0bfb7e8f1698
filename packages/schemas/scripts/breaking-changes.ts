import { array, object, resolve, schemaChanges } from './schema-changes.ts'
import type { Direction, Json } from './schema-changes.ts'

/**
 * Changes in a newer OpenAPI document that would break clients of an older one, a line each. Additions do not break
 * clients: paths, operations, statuses, headers, optional fields and parameters, values of an enum.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const documents = [before, after] as const
  return Object.entries(object(before['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item)).flatMap(([method, operation]) => {
      const now = object(object(after['paths'])[path])[method]
      const at = `${method.toUpperCase()} ${path}`
      return now === undefined ? [`${at}: is gone`] : operationChanges([object(operation), object(now)], documents, at)
    }),
  )
}

type Pair = readonly [Json, Json]

function operationChanges([old, now]: Pair, documents: Pair, at: string): string[] {
  const scopes = array(now['x-required-scopes']).filter((scope) => !array(old['x-required-scopes']).includes(scope))
  return [
    ...(old['operationId'] === now['operationId'] ? [] : [`${at}: operationId is another one`]),
    ...scopes.map((scope) => `${at}: needs the scope ${String(scope)} now`),
    ...parameterChanges([old, now], documents, at),
    ...bodyChanges([object(old['requestBody']), object(now['requestBody'])], documents, at),
    ...answerChanges([object(old['responses']), object(now['responses'])], documents, at),
  ]
}

function parameterChanges([old, now]: Pair, documents: Pair, at: string): string[] {
  const [known, current] = [parameters(old, documents[0]), parameters(now, documents[1])]
  const fresh = [...current].filter(([name, parameter]) => !known.has(name) && parameter['required'] === true)
  return [
    ...fresh.map(([name]) => `${at} ${name}: is required now`),
    ...[...known].flatMap(([name, parameter]) => {
      const same = current.get(name)
      if (!same) return [`${at} ${name}: is gone`]
      return [
        ...(same['required'] === true && parameter['required'] !== true ? [`${at} ${name}: is required now`] : []),
        ...schemaChanges(
          [object(parameter['schema']), valueSchema(same, parameter)],
          documents,
          'request',
          `${at} ${name}`,
        ),
      ]
    }),
  ]
}

/**
 * A single value is also a list of one, where several values are separated by commas or repeated. The rule for each value counts
 * then.
 */
function valueSchema(now: Json, old: Json): Json {
  const [schema, before] = [object(now['schema']), object(old['schema'])]
  const isOneOfSeveral = schema['type'] === 'array' && before['type'] !== 'array' && now['style'] === 'form'
  return isOneOfSeveral ? object(schema['items']) : schema
}

function parameters(operation: Json, document: Json): Map<string, Json> {
  const all = array(operation['parameters']).map((parameter) => resolve(parameter, document))
  return new Map(all.map((parameter) => [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter]))
}

function bodyChanges([old, now]: Pair, documents: Pair, at: string): string[] {
  if (old['content'] === undefined) return now['required'] === true ? [`${at}: needs a body now`] : []
  return contentChanges([old, now], documents, 'request', `${at} body`)
}

function answerChanges([old, now]: Pair, documents: Pair, at: string): string[] {
  return Object.keys(old).flatMap((status) => {
    if (now[status] === undefined) return [`${at} ${status}: is gone`]
    const answers: Pair = [resolve(old[status], documents[0]), resolve(now[status], documents[1])]
    const [headers, current] = [object(answers[0]['headers']), object(answers[1]['headers'])]
    return [
      ...Object.keys(headers)
        .filter((name) => !(name in current))
        .map((name) => `${at} ${status} ${name}: is gone`),
      ...contentChanges(answers, documents, 'answer', `${at} ${status}`),
    ]
  })
}

function contentChanges([old, now]: Pair, documents: Pair, direction: Direction, at: string): string[] {
  return Object.entries(object(old['content'])).flatMap(([type, media]) => {
    const same = object(now['content'])[type]
    if (same === undefined) return [`${at}: is no longer ${type}`]
    return schemaChanges([object(object(media)['schema']), object(object(same)['schema'])], documents, direction, at)
  })
}
