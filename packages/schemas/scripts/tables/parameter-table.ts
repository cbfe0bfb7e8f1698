import { contract } from '../../src/contract.ts'
import type { Resource } from '../../src/operations/operation.ts'
import { tags } from '../../src/tags.ts'
import { array, object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { table } from './table.ts'

/** The parameters of all lists that have pages, with the lists that take them. */
export function parameterTable(document: Json): string {
  const lists = Object.entries<Resource>(contract).flatMap(([name, { list }]) => {
    const { parameters } = object(object(object(document['paths'])[list?.path ?? ''])['get'])
    const own = array(parameters)
      .map((parameter) => resolve(parameter, document))
      .filter((parameter) => parameter['in'] === 'query')
    return own.some((parameter) => parameter['name'] === 'limit')
      ? [{ label: tags[name as keyof typeof tags].name.toLowerCase(), own }]
      : []
  })
  const names = [...new Set(lists.flatMap(({ own }) => own.map(shown)))]
  const takers = names.map((name) => ({
    name,
    lists: lists.filter(({ own }) => own.map(shown).includes(name)).map(({ label }) => label),
  }))
  const rows = [...Map.groupBy(takers, (taker) => taker.lists.join(', '))].map(([labels, same]) => [
    same.map(({ name }) => name).join(', '),
    same[0]?.lists.length === lists.length ? 'all' : labels,
  ])
  return table(['Parameter', 'Lists'], rows)
}

/** A parameter with one value is shown with it. */
function shown({ name, schema }: Json): string {
  const [value, ...others] = array(object(schema)['enum'])
  return typeof value === 'string' && others.length === 0 ? `\`${String(name)}=${value}\`` : `\`${String(name)}\``
}
