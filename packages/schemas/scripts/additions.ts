import { array, object, resolve } from './schema-changes.ts'
import type { Json } from './schema-changes.ts'

type Pair = readonly [Json, Json]

/** What is new of an operation that was there: whose, and what. */
type Change = readonly [operation: string, change: string]

/** What a newer OpenAPI document has that an older one had not, a line of Markdown each. */
export function additions(before: Json, after: Json): string[] {
  const known = operationsOf(before)
  const all = [...operationsOf(after)]
  const created = all.filter(([name]) => !known.has(name))
  const changes = all.flatMap(([name, now]): Change[] => {
    const old = known.get(name)
    return old ? operationAdditions([old, now], [before, after]).map((change) => [`\`${name}\``, change]) : []
  })
  return [
    ...created.map(([name, { summary }]) => `New: \`${name}\`, ${lowerFirst(String(summary))}`),
    ...[...Map.groupBy(changes, ([, change]) => change)].map(([change, same]) =>
      same.length === known.size && known.size > 1
        ? `Every operation ${change}`
        : `${same.map(([name]) => name).join(', ')}: ${change}`,
    ),
    ...schemaAdditions([schemasOf(before), schemasOf(after)]),
  ]
}

const operationsOf = (document: Json) =>
  new Map(
    Object.entries(object(document['paths'])).flatMap(([path, item]) =>
      Object.entries(object(item)).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, object(operation)]),
    ),
  )

function operationAdditions([old, now]: Pair, documents: Pair): string[] {
  const [known, current] = [parametersOf(old, documents[0]), parametersOf(now, documents[1])]
  const [answers, more] = [object(old['responses']), object(now['responses'])]
  const callbacks = Object.keys(object(now['callbacks'])).filter((callback) => !(callback in object(old['callbacks'])))
  return [
    ...named('takes', fresh(known, current)),
    ...named('can answer', fresh(Object.keys(answers), Object.keys(more))),
    ...Object.keys(answers).flatMap((status) =>
      named(
        `carries with ${status}`,
        fresh(headersOf(answers[status], documents[0]), headersOf(more[status], documents[1])),
      ),
    ),
    ...named('declares the callback', callbacks),
  ]
}

/** New schemas in one line; new fields and values of those that were there. */
function schemaAdditions([old, now]: Pair): string[] {
  const changes = Object.keys(old).flatMap((name) => {
    const [before, after] = [object(old[name]), object(now[name])]
    const fields = fresh(Object.keys(object(before['properties'])), Object.keys(object(after['properties'])))
    const values = before['enum'] === undefined ? [] : fresh(array(before['enum']), array(after['enum']))
    return [...named('has', fields), ...named('can be', values)].map((line) => `\`${name}\` ${line}`)
  })
  return [...changes, ...named('New schemas:', fresh(Object.keys(old), Object.keys(now)))]
}

const schemasOf = (document: Json) => object(object(document['components'])['schemas'])

const parametersOf = (operation: Json, document: Json) =>
  array(operation['parameters']).map((parameter) => String(resolve(parameter, document)['name']))

const headersOf = (response: unknown, document: Json) => Object.keys(object(resolve(response, document)['headers']))

const fresh = (before: readonly unknown[], after: readonly unknown[]) => after.filter((one) => !before.includes(one))

const named = (verb: string, names: readonly unknown[]) =>
  names.length === 0 ? [] : [`${verb} ${names.map((name) => `\`${String(name)}\``).join(', ')}`]

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
