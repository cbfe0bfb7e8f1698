import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../.ci/audit.js', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'))
})
afterAll(() => rm(folder, { recursive: true }))

const hole = (severity: string, ghsa = 'GHSA-aaaa-bbbb-cccc') => ({
  github_advisory_id: ghsa,
  severity,
  module_name: 'express',
  title: 'Made up',
  url: `https://github.com/advisories/${ghsa}`,
  patched_versions: '>=99.0.0',
})

async function audit(advisories: object[], allowed: object[] = []) {
  const [report, list] = [join(folder, 'report.json'), join(folder, 'allowed.json')]
  await writeFile(report, JSON.stringify({ advisories: Object.fromEntries(advisories.entries()) }))
  await writeFile(list, JSON.stringify(allowed))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--report', report, '--allowed', list], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const entry = { ghsa: 'GHSA-aaaa-bbbb-cccc', reason: 'never called with input of others', until: '2999-01-01' }

it.each(['high', 'critical'])('a hole that is %s fails, with what it is and what mends it', async (severity) => {
  const { status, stderr } = await audit([hole(severity)])
  expect(status).toBe(1)
  expect(stderr).toContain(
    `${severity}: express: Made up (https://github.com/advisories/GHSA-aaaa-bbbb-cccc; mended in >=99.0.0)`,
  )
})

it.each(['info', 'low', 'moderate'])('one that is %s is shown and fails nothing', async (severity) => {
  const { status, stdout } = await audit([hole(severity)])
  expect([status, stdout.includes(`${severity}: express`)]).toEqual([0, true])
})

it('one that is allowed passes until its date is over, and for nobody else', async () => {
  expect((await audit([hole('high')], [entry])).status).toBe(0)
  const late = await audit([hole('high')], [{ ...entry, until: '2020-01-01' }])
  expect([late.status, late.stderr.includes('it was allowed until 2020-01-01')]).toEqual([1, true])
  expect((await audit([hole('high', 'GHSA-dddd-eeee-ffff')], [entry])).status).toBe(1)
})

it('an entry without a reason or a date is refused', async () => {
  for (const bad of [{ ...entry, reason: ' ' }, { ...entry, until: 'soon' }, { ghsa: entry.ghsa }])
    expect((await audit([], [bad])).status).toBe(1)
})

it('an entry that nothing needs any more is named', async () => {
  const { status, stdout } = await audit([], [entry])
  expect([status, stdout.includes('GHSA-aaaa-bbbb-cccc is not found any more')]).toEqual([0, true])
})
