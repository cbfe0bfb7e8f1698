import { listed } from './listed.ts'
import { array, object, resolve } from './schema-changes.ts'
import type { Json } from './schema-changes.ts'

type Pair = readonly [Json, Json]

/** Additions to one operation, as sentences with % for the operations that share them. */
export function operationAdditions([old, now]: Pair, documents: Pair): string[] {
  const [known, current] = [parametersOf(old, documents[0]), parametersOf(now, documents[1])]
  const [answers, more] = [object(old['responses']), object(now['responses'])]
  const callbacks = added(Object.keys(object(old['callbacks'])), Object.keys(object(now['callbacks'])))
  return [
    ...sentence('You can send # to %', added(known, current)),
    ...sentence('% can return #', added(Object.keys(answers), Object.keys(more))),
    ...Object.keys(answers).flatMap((status) => {
      const headers = [headersOf(answers[status], documents[0]), headersOf(more[status], documents[1])] as const
      return sentence(`Responses with status ${status} to % have #`, added(...headers))
    }),
    ...sentence('The document describes the callback # of %', callbacks),
  ]
}

const parametersOf = (operation: Json, document: Json) =>
  array(operation['parameters']).map((parameter) => String(resolve(parameter, document)['name']))

const headersOf = (response: unknown, document: Json) => Object.keys(object(resolve(response, document)['headers']))

const added = (before: readonly string[], after: readonly string[]) => after.filter((one) => !before.includes(one))

/** @param pattern with # for the names. */
const sentence = (pattern: string, names: readonly string[]) =>
  names.length === 0 ? [] : [pattern.replace('#', listed(names.map((name) => `\`${name}\``)))]
