import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** The packages that the source of each package, app and example may import. */
const packages: Readonly<Record<string, string>> = {
  'packages/schemas': '',
  'packages/config': '',
  'packages/sdk': '',
  'packages/db': 'schemas config',
  'packages/jobs': 'schemas config',
  'packages/domain': 'schemas config db jobs',
  'apps/api': 'schemas config db jobs domain',
  'apps/worker': 'schemas config db jobs domain',
  'apps/cli': 'schemas config db jobs domain sdk',
  'apps/dashboard': 'schemas sdk',
  'apps/mcp': 'schemas sdk',
  'apps/docs': '',
  examples: 'sdk',
}

/**
 * The order inside a folder: each row may import the rows above it. The names of a row may import each other, unless
 * `|` separates them. `*` is any other name.
 */
export const orders: Readonly<Record<string, readonly string[]>> = {
  'packages/schemas/src': [
    'codes crud fields openapi operations',
    'resources',
    'records.ts',
    'events resources/webhook-endpoint.ts resources/webhook-deliveries.ts resources/webhooks.ts',
    'contract.ts tags.ts',
    'choices.ts command-line dash read-scope.ts reading record-facts.ts',
    'index.ts testing',
  ],
  'packages/sdk': ['src', 'cli', '*'],
  'packages/sdk/src': [
    'config encoding errors generated/error-codes.ts generated/resource-path.ts lists requests version.ts',
    'generated resources',
    'client.ts webhooks',
    'index.ts testing',
  ],
  'packages/domain/src': [
    'core',
    'integrations',
    'access',
    'billing',
    'intake',
    'backfills.ts home | sample | search',
    'index.ts testing',
  ],
  'apps/api/src': [
    'http',
    'drawing | metrics | records',
    'dash | dashboard-files | docs-page | public | rest',
    'app.ts main.ts processes.ts server.ts',
  ],
  'apps/api/src/dash': ['access/session/session-gate.ts', 'csv/csv.ts deps.ts', '* |', 'index.ts'],
  'apps/api/src/public': ['*', 'intake | invoice | sign', 'index.ts'],
  'apps/api/src/rest': ['deps.ts', '* |', 'index.ts'],
  'apps/worker/src': ['runtime', 'deliveries', 'housekeeping | mail | relay | send', 'main.ts worker.ts'],
  'apps/dashboard/src': [
    'environment.ts styles.css',
    'api search-params',
    'components theme.ts',
    'code keyboard',
    'records',
    'access billing home intake integrations records/clients records/matters workspace',
    'shell',
    'main.tsx root-route.tsx router.ts routes',
  ],
}

const sourceFile = /^((apps|packages|examples)\/[^/]+\/(src|bin)|packages\/sdk\/cli)\//

/** The package, app or example of a path, or its top-level folder. */
const ownerOf = (path: string) => /^(apps|packages|examples)\/[^/]+|^[^/]*/.exec(path)?.[0] ?? ''

/** Why a file may not import a module, or undefined. */
export function refusalOf(file: string, specifier: string): string | undefined {
  const [, name, path = ''] = /^@matterbase\/([^/]+)(\/.*)?$/.exec(specifier) ?? []
  if (name !== undefined) return refusalOfPackage(file, name, path)
  if (specifier.startsWith('node:') && file.startsWith('packages/sdk/src/')) return 'the library runs without Node'
  return specifier.startsWith('.') ? refusalOfFile(file, posix.join(posix.dirname(file), specifier)) : undefined
}

function refusalOfPackage(file: string, name: string, path: string) {
  if (`apps/${name}` in packages) return 'apps are programs, which nothing imports'
  if (!sourceFile.test(file)) return undefined
  const allowed = packages[file.startsWith('examples/') ? 'examples' : ownerOf(file)]
  if (allowed === undefined) return `${ownerOf(file)} has no row`
  if (path.includes('testing') && name !== 'sdk') return 'only tests import what is for tests'
  return allowed.split(' ').includes(name) ? undefined : `${ownerOf(file)} may import ${allowed || 'no package'}`
}

function refusalOfFile(file: string, target: string) {
  const isElsewhere = ownerOf(target) !== ownerOf(file)
  if (isElsewhere && (sourceFile.test(file) || sourceFile.test(target))) return 'packages are imported by name'
  for (const folder of Object.keys(orders)) {
    if (!file.startsWith(`${folder}/`) || !target.startsWith(`${folder}/`)) continue
    const [from, to] = [placeIn(folder, file), placeIn(folder, target)]
    if (!from || !to) return `${from ? target : file} has no row in the order of ${folder}`
    if (to.row > from.row) return `in ${folder}, ${from.name} comes before ${to.name}`
    if (to.row === from.row && to.name !== from.name && to.isApart) return `${from.name} is apart from ${to.name}`
  }
  return undefined
}

/** The row of a path in the order of a folder, by the longest name that fits. */
function placeIn(folder: string, path: string) {
  const inside = path.slice(folder.length + 1)
  const places = (orders[folder] ?? []).flatMap((names, row) =>
    names.split(/[ |]+/).map((name) => ({ name, row, isApart: names.includes('|') })),
  )
  const fitting = places.filter(({ name }) => inside === name || inside.startsWith(`${name}/`))
  const other = places.find(({ name }) => name === '*')
  return (
    fitting.toSorted((a, b) => b.name.length - a.name.length)[0] ??
    (other && { ...other, name: inside.split('/')[0] ?? inside })
  )
}

/** The modules that a file imports, re-exports or loads later, types included. The linter refuses `import()` in types. */
export function importsOf(file: string, source: string): string[] {
  const { module } = parseSync(file, source)
  const loaded = module.dynamicImports.map(({ moduleRequest }) => source.slice(moduleRequest.start, moduleRequest.end))
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...loaded.flatMap((text) => /^['"`]([^'"`$]+)['"`]$/.exec(text)?.[1] ?? []),
  ]
}

/** The files that are in a circle of imports, or on a way from one circle to another. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  let files = [...imports.keys()]
  for (;;) {
    const inside = new Set(files)
    const imported = new Set(files.flatMap((file) => imports.get(file) ?? []))
    const rest = files.filter((file) => imported.has(file) && imports.get(file)?.some((target) => inside.has(target)))
    if (rest.length === files.length) return rest
    files = rest
  }
}
