import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circlesIn, importsOf, orders, refusalOf } from './import-order.ts'
import { root } from './root.ts'

const isSkipped = (path: string) => /(^|\/)(node_modules|dist|generated|packed|\.\w+)$/.test(path)
const files = globSync('**/*.{ts,tsx,mts,js,mjs}', { cwd: root, exclude: isSkipped })
const imports = new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]))

it('every import goes along the order', () => {
  const refused = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const reason = refusalOf(file, target)
      return reason === undefined ? [] : [`${file} imports ${target}: ${reason}`]
    }),
  )
  expect(imports.size).toBeGreaterThan(1_000)
  expect(refused).toEqual([])
})

it('no file is in a circle of imports, types and dynamic imports included', () => {
  const between = [...imports].map(
    ([file, targets]) => [file, targets.map((target) => posix.join(posix.dirname(file), target))] as const,
  )
  expect(circlesIn(new Map(between))).toEqual([])
})

it('every name in an order exists', () => {
  const named = Object.entries(orders).flatMap(([folder, rows]) =>
    rows.flatMap((row) => row.split(/[ |]+/).flatMap((name) => (/^\*?$/.test(name) ? [] : `${folder}/${name}`))),
  )
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

describe('refuses', () => {
  it.each([
    ['packages/schemas/src/a.ts', '@matterbase/config'],
    ['packages/config/src/a.ts', '@matterbase/schemas'],
    ['packages/db/src/a.ts', '@matterbase/jobs'],
    ['packages/jobs/src/a.ts', '@matterbase/db'],
    ['packages/db/src/a.ts', '@matterbase/domain'],
    ['packages/domain/src/core/a.ts', '@matterbase/db/testing'],
    ['packages/domain/src/core/a.ts', '@matterbase/sdk'],
    ['packages/domain/src/core/a.ts', '../../../db/src/a.ts'],
    ['packages/sdk/src/a.ts', '@matterbase/schemas'],
    ['packages/sdk/cli/a.ts', '@matterbase/schemas'],
    ['packages/sdk/cli/a.ts', '../../schemas/src/a.ts'],
    ['packages/sdk/src/client.ts', 'node:http'],
    ['packages/sdk/src/client.ts', '../cli/a.ts'],
    ['packages/new/src/a.ts', '@matterbase/schemas'],
    ['apps/api/src/app.ts', '@matterbase/worker'],
    ['apps/api/src/app.ts', '@matterbase/sdk'],
    ['apps/cli/src/a.ts', '@matterbase/api'],
    ['apps/cli/src/a.ts', '../../api/src/app.ts'],
    ['apps/dashboard/src/main.tsx', '@matterbase/db'],
    ['apps/mcp/src/a.ts', '@matterbase/domain'],
    ['apps/docs/src/a.ts', '@matterbase/schemas'],
    ['apps/api/test/a.test.ts', '@matterbase/worker'],
    ['apps/api/test/a.test.ts', '../../worker/src/worker.ts'],
    ['packages/sdk/test/contract/a.test.ts', '../../../../apps/api/src/app.ts'],
    ['bench/a.ts', '@matterbase/api'],
    ['bench/a.ts', '../packages/db/src/a.ts'],
    ['examples/crm-import/src/a.ts', '@matterbase/schemas'],
    ['examples/crm-import/src/a.ts', '../../nightly-sync/src/a.ts'],
    ['packages/domain/src/core/a.ts', '../integrations/a/b.ts'],
    ['packages/domain/src/integrations/a/b.ts', '../../access/a/b.ts'],
    ['packages/domain/src/access/a/b.ts', './../../billing/a/b.ts'],
    ['packages/domain/src/billing/a.ts', '../intake/a.ts'],
    ['packages/domain/src/intake/a.ts', '../sample/a.ts'],
    ['packages/domain/src/new/a.ts', '../core/a.ts'],
    ['packages/schemas/src/fields/a.ts', '../resources/matters.ts'],
    ['packages/schemas/src/crud/a.ts', '../dash/a.ts'],
    ['packages/schemas/src/resources/matters.ts', '../records.ts'],
    ['packages/schemas/src/resources/matters.ts', '../contract.ts'],
    ['packages/sdk/src/requests/a.ts', '../resources/matters.ts'],
    ['packages/sdk/src/errors/a.ts', '../client.ts'],
    ['apps/api/src/http/a/b.ts', '../../records/a.ts'],
    ['apps/api/src/records/a.ts', '../drawing/a.ts'],
    ['apps/api/src/rest/a.ts', '../app.ts'],
    ['apps/api/src/rest/a.ts', './b.ts'],
    ['apps/api/src/dash/access/keys/a.ts', '../../billing/a.ts'],
    ['apps/api/src/dash/access/keys/a.ts', '../../index.ts'],
    ['apps/api/src/dash/billing/a.ts', '../csv/csv-export.ts'],
    ['apps/api/src/dash/storage.ts', './access/keys.ts'],
    ['apps/api/src/public/intake/a.ts', '../sign/index.ts'],
    ['apps/worker/src/relay/a.ts', '../send/a.ts'],
    ['apps/worker/src/runtime/a.ts', '../relay/a.ts'],
    ['apps/dashboard/src/api/a.ts', '../components/a.tsx'],
    ['apps/dashboard/src/records/list/a.tsx', '../clients/a.tsx'],
    ['apps/dashboard/src/billing/a.tsx', '../shell/a.tsx'],
    ['apps/dashboard/src/shell/a.tsx', '../router.ts'],
  ])('%s → %s', (file, target) => expect(refusalOf(file, target)).toEqual(expect.any(String)))
})

describe('allows', () => {
  it.each([
    ['packages/domain/src/core/a.ts', '@matterbase/db'],
    ['packages/domain/src/billing/a/b.ts', '../../core/a/b.ts'],
    ['apps/cli/src/a.ts', '@matterbase/sdk/testing'],
    ['apps/api/src/dash/index.ts', './a/b.ts'],
    ['apps/api/src/dash/access/keys/a.ts', '../session/a.ts'],
    ['apps/api/src/dash/storage.ts', './access/session/session-gate.ts'],
    ['apps/api/src/dash/billing/a.ts', '../csv/csv.ts'],
    ['apps/api/test/a.test.ts', '@matterbase/db/testing'],
    ['apps/api/test/a.test.ts', '../src/app.ts'],
    ['apps/dashboard/src/billing/a.tsx', '../records/matters/a.tsx'],
    ['packages/sdk/cli/a.ts', '../src/client.ts'],
    ['packages/sdk/cli/a.ts', 'node:http'],
    ['packages/sdk/test/contract/a.test.ts', '@matterbase/domain'],
    ['examples/crm-import/src/a.ts', '@matterbase/sdk/webhooks'],
  ])('%s → %s', (file, target) => expect(refusalOf(file, target)).toBeUndefined())
})

it('reads every form of import', () => {
  const source = `import a from '1'; import type { B } from '2'; import '3'; export { c } from '4'; export type { D } from '5'
    export * from '6'; export type * from '7'; const e = () => import('8'); const f = await import(\`9\`)`
  expect(importsOf('a.ts', source).toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
})

it('finds a circle of three files, and not the files around it', () => {
  const of = { a: ['b'], b: ['c'], c: ['d', 'leaf'], d: ['b'], leaf: [] }
  expect(circlesIn(new Map(Object.entries(of)))).toEqual(['b', 'c', 'd'])
})
