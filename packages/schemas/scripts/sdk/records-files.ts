import { sentenceCase } from '../../src/crud/crud-texts.ts'
import { recordContracts } from '../../src/records.ts'
import type { RecordContract } from '../../src/records.ts'
import { docComment } from './doc-comment.ts'
import { typeImports } from './imports.ts'
import { typesFolder } from './names.ts'
import { methodsOf, ownMethods, sdkResources, singleResources } from './resources.ts'

const results = { crud: 'CrudResults', reads: 'ReadResults', lookups: 'LookupResults' } as const
const routes = { crud: 'crudRoutes', reads: 'readRoutes', lookups: 'lookupRoutes' } as const

/** The operations of records that `mockFetch` knows. */
export function operationsFile(): string {
  const imports = typeImports(
    sdkResources.map(({ one, path }) => ({ name: one, file: path })),
    typesFolder,
  )
  const types = sdkResources.flatMap((resource) => [
    `${results[methodsOf(resource)]}<'${resource.name}', ${resource.one}>`,
    ...(resource.hasFiles ? [`FileResults<'${resource.name}'>`] : []),
  ])
  const entries = sdkResources.flatMap((resource) => [
    `...${routes[methodsOf(resource)]}('${resource.name}', '${resource.path}'),`,
    ...(resource.hasFiles ? [`...fileRoutes('${resource.name}', '${resource.path}'),`] : []),
  ])
  return `import { type CrudResults, crudRoutes, type FileResults, fileRoutes, type LookupResults, lookupRoutes, type ReadResults, readRoutes, type Route } from '../routes.ts'
${imports}
/** The results of the operations of records. */
export type RecordResults = ${types.join(' & ')}

export const recordRoutes: readonly Route<keyof RecordResults>[] = [
${entries.join('\n')}
]
`
}

/** The paths of all resources. */
export const pathsFile = () => `/** The path of a resource. */
export type ResourcePath = ${[...sdkResources.map(({ path }) => path), ...ownMethods].map((path) => `'${path}'`).join(' | ')}
`

/** New records for \`matterbase trigger\`. */
export function newRecordsFile(): string {
  const records = Object.entries(recordContracts).map(([name, contract]) => {
    const { event } = contract.events.created
    return `${event.split('.')[0] ?? ''}: { name: '${name}', fields: ${JSON.stringify(newFields(contract))} },`
  })
  const words =
    'The records that the API writes, by the first part of the names of their events, with the fields of a new one.'
  return `${docComment(words)}
export const newRecords = {
${records.join('\n')}
} as const
`
}

/** The fields that a new record needs, and its title, so that you can tell where it comes from. */
function newFields({ noun, fields, rules, found }: RecordContract): Readonly<Record<string, unknown>> {
  const text = `${sentenceCase(noun)} of matterbase trigger`
  const entries = Object.entries(fields).flatMap(([name, { kind, required }]): [string, unknown][] => {
    if (kind === 'text' && (required || name === found?.title[0])) return [[name, text]]
    const isNeeded = required || rules.someOf?.includes(name) === true
    return kind === 'number' && isNeeded ? [[name, 1]] : []
  })
  return Object.fromEntries(entries)
}

/** The entry of every type and value for the index of the package. */
export const indexFile = () =>
  [...sdkResources.map(({ path }) => path), ...ownMethods, ...Object.keys(singleResources)]
    .map((file) => `export * from './${file}.ts'\n`)
    .join('')

/** The methods of the client for each resource. */
export const membersOfClient = () =>
  sdkResources
    .map(({ name, many, about }) => `${docComment(about, '  ')}\n  declare readonly ${name}: ${many}`)
    .join('\n')

export const importsOfClient = () =>
  sdkResources.map(({ many, path }) => `import type { ${many} } from './generated/${path}.ts'`).join('\n')

export const methodsOfClient = () =>
  sdkResources
    .map((resource) => {
      const { name, path, hasDeletions, hasFiles } = resource
      const methods = methodsOf(resource)
      const deletions = methods === 'reads' && !hasDeletions ? ', false' : ''
      const readsFiles = methods === 'reads' && hasFiles
      return `    this.${name} = ${readsFiles ? 'readsWithFiles' : methods}(http, '${path}'${deletions})`
    })
    .join('\n')
