import { ownMethods, sdkResources, singleResources } from '../sdk/resources.ts'
import { object } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { table } from './table.ts'

const known: readonly string[] = [
  ...sdkResources.map(({ path }) => path),
  ...ownMethods,
  ...Object.keys(singleResources),
  'openapi.json',
]

/** The requests that the SDK has no method for. */
export function rawRequests(document: Json): string {
  const rows = Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    known.some((one) => path.split('/').includes(one))
      ? []
      : Object.entries(object(item)).map(([method, operation]) => [
          `\`mb.request('${method.toUpperCase()}', '${path}')\``,
          String(object(operation)['summary']),
        ]),
  )
  return rows.length === 0 ? 'The SDK has a method for every request.' : table(['Call', 'Does'], rows)
}
