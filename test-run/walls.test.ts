import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusals, root, ways } from './lint-imports.ts'
import type { Import } from './lint-imports.ts'

/** What each package and app may import of the others. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/schemas': [],
  'packages/config': [],
  'packages/sdk': [],
  'packages/db': ['schemas', 'config'],
  'packages/jobs': ['schemas', 'config'],
  'packages/domain': ['schemas', 'config', 'db', 'jobs'],
  'apps/api': ['schemas', 'config', 'db', 'jobs', 'domain'],
  'apps/worker': ['schemas', 'config', 'db', 'jobs', 'domain'],
  'apps/cli': ['schemas', 'config', 'db', 'jobs', 'domain', 'sdk'],
  'apps/dashboard': ['schemas', 'sdk'],
  'apps/mcp': ['schemas', 'sdk'],
  'apps/docs': [],
}

/** The rooms of the api, each row above those it may import. */
const api = [
  ['http'],
  ['records', 'drawing', 'metrics'],
  ['rest', 'dash', 'public', 'docs-page', 'dashboard-files'],
  ['app.ts', 'server.ts', 'processes.ts', 'main.ts'],
]

const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
const namesIn = (path: string) => readdirSync(join(root, path)).toSorted()
const nameOf = (path: string) => path.slice(path.indexOf('/') + 1)

const imports = (files: readonly string[], targets: readonly string[]): Import[] =>
  files.flatMap((file) => targets.map((of) => ({ file, of })))

const roomFiles = ['index.ts', 'a.ts', 'b/a.ts']
const rooms = api.flat().filter((room) => !room.endsWith('.ts'))
const inPackages = Object.entries(packages).flatMap(([path, below]) => {
  const names = Object.keys(packages).map(nameOf)
  const inRooms = path === 'apps/api' ? rooms.flatMap((room) => roomFiles.map((file) => `${room}/${file}`)) : []
  const files = ['a.ts', 'room/a.ts', ...inRooms].map((file) => `${path}/src/${file}`)
  const [allowed, others] = [
    names.filter((name) => below.includes(name)),
    names.filter((name) => !below.includes(name)),
  ]
  return [
    ...imports(
      files,
      allowed.map((name) => `@matterbase/${name}`),
    ).map((one) => ({ ...one, isAllowed: true })),
    ...imports(
      files,
      others.map((name) => `@matterbase/${name}`),
    ).map((one) => ({ ...one, isAllowed: false })),
    ...imports(
      files,
      names.map((name) => `@matterbase/${name}/testing`),
    ).map((one) => ({ ...one, isAllowed: false })),
    ...imports(
      files,
      names.map((name) => `../../../${name}/src/a.ts`),
    ).map((one) => ({ ...one, isAllowed: false })),
  ]
})

const rowOf = (room: string) => api.findIndex((row) => row.includes(room))
const inApi = rooms.flatMap((room) =>
  [...roomFiles, 'b/c/a.ts'].flatMap((file) => {
    const up = '../'.repeat(file.split('/').length)
    return api
      .flat()
      .flatMap((other) =>
        other === room
          ? []
          : imports([`apps/api/src/${room}/${file}`], [up + (other.endsWith('.ts') ? other : `${other}/x.ts`)]).map(
              (one) => ({ ...one, isAllowed: rowOf(other) < rowOf(room) }),
            ),
      )
  }),
)

// csv/csv.ts is for all departments of the dashboard.
const departments = foldersIn('apps/api/src/dash').filter((name) => name !== 'csv')
const inDash = departments.flatMap((department) =>
  departments
    .filter((other) => other !== department)
    .flatMap((other) => [
      ...imports([`apps/api/src/dash/${department}/a.ts`], [`../${other}/index.ts`, `../../dash/${other}/index.ts`]),
      ...imports(
        [`apps/api/src/dash/${department}/keys/a.ts`],
        [`../../${other}/index.ts`, `../../${other}/keys/index.ts`, `../../../dash/${other}/index.ts`],
      ),
    ]),
)

const refused: readonly Import[] = [
  ...[...inPackages, ...inApi].filter(({ isAllowed }) => !isAllowed),
  ...inDash,
  ...imports(
    ['apps/api/src/dash/access/a.ts'],
    ['../index.ts', '../storage.ts', '../csv/csv-export.ts', './../billing/index.ts', '../csv/../billing/index.ts'],
  ),
  ...imports(['apps/api/src/dash/access/keys/a.ts'], ['../../index.ts', '../../storage.ts', '../../csv/csv-export.ts']),
  ...imports(['apps/api/src/dash/storage.ts'], ['./sample-data.ts', './index.ts', './access/keys.ts', '../dash/a.ts']),
  ...imports(['apps/api/src/rest/leads.ts'], ['./invoices.ts', './index.ts', '../rest/invoices.ts']),
  ...imports(['apps/api/src/public/intake/a.ts'], ['../sign/index.ts', '../../public/sign/index.ts']),
  ...imports(['apps/worker/src/relay/a.ts'], ['../send/a.ts', '../housekeeping/a.ts', '../main.ts']),
  ...imports(['apps/worker/src/runtime/a.ts'], ['../relay/a.ts', '../send/a.ts', '../housekeeping/a.ts', '../main.ts']),
  ...imports(
    ['apps/api/test/a.test.ts'],
    ['@matterbase/worker', '../../worker/src/a.ts', '../../../packages/db/src/a.ts'],
  ),
  ...imports(
    ['packages/sdk/test/contract/a.test.ts'],
    ['@matterbase/api', '../../../../apps/api/src/a.ts', '../../../db/src/a.ts'],
  ),
  ...imports(['packages/sdk/src/a.ts'], ['node:http', '../cli/a.ts']),
  ...imports(['packages/sdk/cli/a.ts'], ['@matterbase/schemas', '../../schemas/src/a.ts']),
  ...imports(['bench/a.ts'], ['@matterbase/api', '../apps/api/src/a.ts', '../packages/db/src/a.ts']),
]

const allowed: readonly Import[] = [
  ...[...inPackages, ...inApi].filter(({ isAllowed }) => isAllowed),
  ...imports(['apps/api/src/http/access/a.ts'], ['./b.ts', '../errors/a.ts', 'express', 'node:http']),
  ...imports(['apps/api/src/dash/access/a.ts'], ['./b.ts', './keys/a.ts', '../deps.ts', '../csv/csv.ts']),
  ...imports(
    ['apps/api/src/dash/access/keys/a.ts'],
    ['./b.ts', '../b.ts', '../session/b.ts', '../../deps.ts', '../../csv/csv.ts'],
  ),
  ...imports(['apps/api/src/dash/index.ts'], ['./access/keys.ts', './deps.ts']),
  ...imports(['apps/api/src/dash/storage.ts'], ['./deps.ts', './access/session/session-gate.ts']),
  ...imports(['apps/api/src/rest/leads.ts'], ['./deps.ts']),
  ...imports(['apps/api/src/rest/index.ts'], ['./deps.ts', './leads.ts']),
  ...imports(['apps/api/src/public/intake/a.ts'], ['./b.ts', '../page.ts']),
  ...imports(['apps/worker/src/relay/a.ts'], ['./b.ts', '../runtime/a.ts']),
  ...imports(['apps/api/test/a.test.ts'], ['../src/app.ts', '@matterbase/db/testing', '@matterbase/sdk']),
  ...imports(['packages/sdk/test/contract/a.test.ts'], ['../../src/index.ts', '@matterbase/domain']),
  ...imports(['packages/sdk/cli/a.ts'], ['./b.ts', '../src/client.ts', 'node:http']),
]

const described = ({ file, of }: Import) => `${file} → ${of}`

describe('the linter', () => {
  const counts = refusals([...refused, ...allowed])

  it(`refuses each of ${refused.length} imports against the order, however it is written`, () => {
    expect(refused.filter((_one, at) => counts[at] !== ways).map(described)).toEqual([])
  })

  it(`lets ${allowed.length} imports along the order pass`, () => {
    expect(allowed.filter((_one, at) => counts[refused.length + at] !== 0).map(described)).toEqual([])
  })
})

it('has a place in the order for every package, app and room', () => {
  const known = Object.keys(packages).toSorted()
  expect(
    ['apps', 'packages'].flatMap((folder) => foldersIn(folder).map((name) => `${folder}/${name}`)).toSorted(),
  ).toEqual(known)
  expect(namesIn('apps/api/src')).toEqual(api.flat().toSorted())
})
