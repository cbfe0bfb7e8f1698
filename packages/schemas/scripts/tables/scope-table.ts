import { scopes } from '../../src/operations/scopes.ts'
import { listed } from '../listed.ts'
import { array, object } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { table } from './table.ts'

/** The requests that each scope of an API key allows. */
export function scopeTable(document: Json): string {
  const all = Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: `\`/${path.split('/')[1] ?? ''}\``,
      scopes: array(object(operation)['x-required-scopes']),
    })),
  )
  const rows = scopes.map((scope) => {
    const own = all.filter((operation) => operation.scopes.includes(scope))
    const [methods, paths] = [own.map(({ method }) => method), own.map(({ path }) => path)]
    return [`\`${scope}\``, `${listed(inOrder(methods))} on ${[...new Set(paths)].join(', ')}`]
  })
  return table(['Scope', 'Allows'], rows)
}

const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const inOrder = (methods: readonly string[]) => order.filter((method) => methods.includes(method))
