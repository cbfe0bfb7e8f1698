import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeResource } from '../scripts/new-resource.ts'
import { root } from './root.ts'

let copy: string

/** What the contract and its generator read and write. */
const copied = [
  ...['src', 'scripts', 'released', 'openapi.json', 'package.json'].map((name) => `packages/schemas/${name}`),
  ...['src', 'cli', 'api.md', 'package.json', 'tsconfig.json'].map((name) => `packages/sdk/${name}`),
  'docs/api',
  'docs/webhooks',
  'prisma/schema.prisma',
  '.oxfmtrc.json',
  'tsconfig.base.json',
]

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-resource-'))
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true })
  for (const name of ['schemas', 'sdk'])
    symlinkSync(join(root, 'packages', name, 'node_modules'), join(copy, 'packages', name, 'node_modules'))
  mkdirSync(join(copy, '.changeset'))
  writeResource(copy, 'court-dates', ['title:required', 'matter_id:matters', 'held_on:date', 'done:flag'])
  execFileSync(process.execPath, [join(copy, 'packages/schemas/scripts/write-openapi.ts')])
})
afterAll(() => rmSync(copy, { recursive: true }))

/** What a program in the copy prints. */
const printed = (code: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: copy, encoding: 'utf8' }))

it('writes a resource that the contract has with all that follows from it', () => {
  const found = printed(`
    const { contract, dashContract, eventKinds, recordFacts, tags } = await import('${copy}/packages/schemas/src/index.ts')
    console.log(JSON.stringify([
      Object.keys(contract.courtDates), Object.keys(contract.courtDates.list.query.shape),
      dashContract.preview.courtDates.path, eventKinds.filter((kind) => kind.startsWith('court_date.')), recordFacts.courtDates.cells, tags.courtDates.name,
    ]))`)
  expect(found).toEqual([
    ['list', 'create', 'upsert', 'export', 'bulk', 'bulkDelete', 'get', 'update', 'delete'],
    expect.arrayContaining(['matter_id', 'done', 'external_id']),
    '/court-dates/bulk-preview',
    ['court_date.created', 'court_date.updated', 'court_date.deleted'],
    { title: 'text', matter_id: 'id', held_on: 'day', done: 'boolean', external_id: 'text' },
    'Court dates',
  ])
})

it('writes it into the SDK, its mocks and its fixtures', () => {
  const found = printed(`
    const { Matterbase } = await import('${copy}/packages/sdk/src/index.ts')
    const { eventData, eventPrevious } = await import('${copy}/packages/sdk/src/testing/generated/event-fixtures.ts')
    const { fixtures, mockFetch } = await import('${copy}/packages/sdk/src/testing/index.ts')
    const record = fixtures.courtDate({ id: 7 })
    const mb = new Matterbase({ apiKey: 'mb_test_x', baseUrl: 'https://x.example', fetch: mockFetch({ 'courtDates.get': record }) })
    console.log(JSON.stringify([await mb.courtDates.get(7), Object.keys(record), Object.keys(eventData['court_date.created']()), Object.keys(eventData['court_date.deleted']()), eventPrevious['court_date.updated']]))`)
  const members = ['id', 'title', 'matter_id', 'held_on', 'done', 'external_id', 'created_at', 'updated_at', 'etag']
  expect(found).toEqual([
    expect.objectContaining({ id: 7, done: false }),
    members,
    members,
    ['id', 'external_id', 'deleted_at', 'updated_at'],
    { external_id: null },
  ])
})

it('writes what compiles', () => {
  for (const project of ['packages/sdk', 'packages/sdk/cli']) {
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      ['--noEmit', '--pretty', 'false', '-p', join(copy, project)],
      {
        encoding: 'utf8',
      },
    )
    expect(stdout).toBe('')
  }
})

it('writes how its events are triggered', () => {
  const found = printed(`
    const { triggers } = await import('${copy}/packages/sdk/cli/triggers.ts')
    console.log(JSON.stringify(Object.keys(triggers)))`)
  expect(found).toEqual(
    expect.arrayContaining(['client.created', 'court_date.created', 'court_date.updated', 'court_date.deleted']),
  )
})

it('writes a model with a column for each field and an index for each filter, and a changeset', () => {
  const schema = readFileSync(join(copy, 'prisma/schema.prisma'), 'utf8')
  const model = schema.slice(schema.indexOf('model CourtDate {'))
  for (const line of [
    'matter_id BigInt?',
    'held_on DateTime? @db.Date',
    '@@index([workspace_id, done, id])',
    '@@map("court_dates")',
  ])
    expect(model).toContain(line)
  expect(readFileSync(join(copy, '.changeset/add-court-dates.md'), 'utf8')).toContain('`mb.courtDates`')
})

const page = (file: string) => readFileSync(join(copy, file), 'utf8')

it('writes a row or a path into each page that lists resources', () => {
  expect(page('docs/api/authentication.md')).toMatch(/^\| `matters:read` +\| GET on .*`\/court-dates`/m)
  expect(page('docs/api/authentication.md')).toMatch(/^\| `matters:write` +\| POST, PUT, .*`\/court-dates`/m)
  expect(page('docs/api/lists-and-filters.md')).toMatch(/^\| `matter_id`, `done` +\| court dates +\|$/m)
  expect(page('docs/webhooks/events.md')).toContain('## court_date.created')
  expect(page('packages/sdk/cli/generated/new-records.ts')).toContain(
    "court_date: { name: 'courtDates', fields: { title: 'Court date of matterbase trigger' } },",
  )
  expect(page('packages/sdk/api.md')).toMatch(/^\| `mb.courtDates` +\| \/court-dates +\| `matter_id`, `done` +\|$/m)
})

it('overwrites nothing, and says what a field can be', () => {
  expect(() => writeResource(copy, 'court-dates', ['title:required'])).toThrow('EEXIST')
  expect(() => writeResource(copy, 'tasks', ['title'])).toThrow('write a field as name:kind')
})
