import { contract } from '../../src/contract.ts'
import type { Resource } from '../../src/operations/operation.ts'
import { pluralOf, sentenceCase } from '../../src/crud/crud-texts.ts'
import { table } from '../tables/table.ts'
import { object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { sdkResources, singleResources } from './resources.ts'
import { typeFiles } from './type-files.ts'

/** Parameters that every list of records has. */
const general =
  'ids limit offset cursor include updated_since created_since sort epoch include_deleted expand fields external_id q'

function filtersOf(name: keyof typeof contract): string {
  const { list }: Resource = contract[name]
  const names = Object.keys(list?.query?.shape ?? {}).filter((parameter) => !general.split(' ').includes(parameter))
  return names.map((parameter) => `\`${parameter}\``).join(', ')
}

/** The arrays of values that the package exports. */
export function valueLists(document: Json): string {
  const names = typeFiles(document).flatMap(({ text }) =>
    [...text.matchAll(/^export const (\w+) = \[/gm)].map(([, name = '']) => `\`${name}\``),
  )
  return `The allowed values of fields are exported as arrays: ${names.join(', ')}.`
}

/** The resources whose records can be written, with the parameters of their lists. */
export const recordLists = (_document: Json): string =>
  table(
    ['Resource', 'Path', 'Parameters of its lists'],
    sdkResources
      .filter(({ isReadOnly }) => !isReadOnly)
      .map(({ name, path }) => [`\`mb.${name}\``, `/${path}`, filtersOf(name)]),
  )

function fileParam(name: keyof typeof contract): string {
  const { file }: Resource = contract[name]
  return Object.keys(file?.query?.shape ?? {}).join(', ')
}

/** The methods of the other resources, and the parameters of their lists. */
export function readOnlyMethods(_document: Json): string {
  const resources = sdkResources.filter(({ isReadOnly }) => isReadOnly)
  const batches = 'Yields `{ items, deleted, checkpoint, reset }`'
  const rows = resources.flatMap(({ name, path, one, isCopied, hasFiles }) => [
    [`\`mb.${name}.list(params)\``, `GET /${path}`, `\`List<${one}>\``],
    [`\`mb.${name}.get(id)\``, `GET /${path}/{id}`, `\`${one}\``],
    ...(isCopied
      ? [
          [`\`mb.${name}.export()\``, `GET /${path}/export`, batches],
          [`\`mb.${name}.sync({ since, checkpoint, export, limit })\``, `GET /${path}?updated_since`, batches],
        ]
      : []),
    ...(hasFiles
      ? [[`\`mb.${name}.file(id, { ${fileParam(name)} })\``, `GET /${path}/{id}/file`, '`Uint8Array`']]
      : []),
  ])
  const filters = resources.map(({ name, noun }) => [sentenceCase(pluralOf(noun)), filtersOf(name)])
  return `${table(['Method', 'Request', 'Result'], rows)}

${table(['List', 'Parameters, besides `ids`, paging, times and `sort`'], filters)}`
}

/** The methods of the client that read the only record of their kind, or a list without pages. */
export function singleMethods(document: Json): string {
  const paths = Object.keys(object(document['paths']))
  const rows = Object.entries(singleResources).map(([resource, type]) => {
    // `journal` is GET /accounting/journal.
    const path = paths.find((one) => one.endsWith(`/${resource}`))?.slice(1) ?? resource
    const { responses } = object(object(object(document['paths'])[`/${path}`])['get'])
    const { schema } = object(object(object(object(responses)['200'])['content'])['application/json'])
    const { data } = object(resolve(object(schema), document)['properties'])
    const isList = resolve(object(data), document)['type'] === 'array'
    const name = resource.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
    return [`\`mb.${name}()\``, `GET /${path}`, `\`${type}${isList ? '[]' : ''}\``]
  })
  return table(['Method', 'Request', 'Result'], rows)
}
