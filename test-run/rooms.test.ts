import { readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusals, root, ways } from './lint-imports.ts'
import type { Import } from './lint-imports.ts'

/** The folders of the dashboard and what it begins with, each row above those it may import. */
const dashboard = [
  ['api', 'search-params'],
  ['components'],
  ['code', 'keyboard'],
  ['records'],
  ['access', 'billing', 'home', 'intake', 'integrations', 'records/clients', 'records/matters', 'workspace'],
  ['shell'],
  ['routes', 'main.tsx', 'root-route.tsx', 'router.ts'],
]

const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** As an import is written: `../records/c/x.ts`, `./clients/c/x.ts`. */
function pathBetween(file: string, of: string): string {
  const path = posix.relative(posix.dirname(file), of)
  return path.startsWith('.') ? path : `./${path}`
}

const inDashboard = dashboard.slice(0, -1).flatMap((row, at) =>
  row.flatMap((room) =>
    ['a.ts', 'b/a.tsx'].flatMap((file) =>
      dashboard.flatMap((others, otherAt) =>
        others
          .filter(() => otherAt !== at)
          .map((other) => ({
            file: `apps/dashboard/src/${room}/${file}`,
            of: pathBetween(`${room}/${file}`, /\.tsx?$/.test(other) ? other : `${other}/c/x.ts`),
            isAllowed: otherAt < at,
          })),
      ),
    ),
  ),
)

/** The departments of the domain, each after those that it may import. */
const departments = ['core', 'integrations', 'access', 'billing', 'intake', 'sample']
const inDomain = departments.flatMap((department, at) =>
  departments.flatMap((other, otherAt) =>
    other === department
      ? []
      : [
          { file: `packages/domain/src/${department}/b/a.ts`, of: `../../${other}/c/a.ts`, isAllowed: otherAt < at },
          { file: `packages/domain/src/${department}/a.ts`, of: `../${other}/c/d/a.ts`, isAllowed: otherAt < at },
        ],
  ),
)

const shared = [
  ...['crud', 'fields', 'openapi', 'operations'].flatMap((room) =>
    ['../resources/matters.ts', '../dash/contract.ts', '../contract.ts'].map((of) => ({
      file: `packages/schemas/src/${room}/a.ts`,
      of,
      isAllowed: false,
    })),
  ),
  ...['config', 'encoding', 'errors', 'lists', 'requests'].flatMap((room) =>
    ['../resources/matters.ts', '../webhooks/events.ts', '../testing/index.ts', '../client.ts'].map((of) => ({
      file: `packages/sdk/src/${room}/a.ts`,
      of,
      isAllowed: false,
    })),
  ),
  { file: 'packages/schemas/src/resources/a.ts', of: '../dash/contract.ts', isAllowed: false },
  { file: 'packages/schemas/src/resources/a.ts', of: '../records.ts', isAllowed: false },
  { file: 'packages/schemas/src/resources/a.ts', of: '../crud/crud.ts', isAllowed: true },
  { file: 'packages/sdk/src/resources/a.ts', of: '../requests/http.ts', isAllowed: true },
  { file: 'packages/sdk/src/requests/a.ts', of: 'node:http', isAllowed: false },
  { file: 'examples/crm-import/src/a.ts', of: '@matterbase/domain', isAllowed: false },
  { file: 'examples/crm-import/src/a.ts', of: '@matterbase/schemas', isAllowed: false },
  { file: 'examples/crm-import/src/a.ts', of: '../../../packages/sdk/src/a.ts', isAllowed: false },
  { file: 'examples/crm-import/src/a.ts', of: '@matterbase/sdk/webhooks', isAllowed: true },
]

const described = ({ file, of }: Import) => `${file} → ${of}`

describe('the linter', () => {
  const imports = [...inDashboard, ...inDomain, ...shared]
  const counts = refusals(imports)
  const withCount = imports.map((one, at) => ({ ...one, count: counts[at] }))

  it('refuses imports inside a package that are against its order, however they are written', () => {
    expect(withCount.filter(({ isAllowed, count }) => !isAllowed && count !== ways).map(described)).toEqual([])
  })

  it('lets those pass that are along it', () => {
    expect(withCount.filter(({ isAllowed, count }) => isAllowed && count !== 0).map(described)).toEqual([])
  })
})

it('has a place in the order for every folder of the dashboard', () => {
  const known = dashboard.flat().filter((room) => !/[./]/.test(room))
  expect(
    foldersIn('apps/dashboard/src').toSorted(),
    'a new folder needs its row here, and its place in the overrides of .oxlintrc.json',
  ).toEqual(known.toSorted())
})

it('has a place in the order for every folder of the domain', () => {
  expect(foldersIn('packages/domain/src').toSorted()).toEqual([...departments, 'testing'].toSorted())
})
