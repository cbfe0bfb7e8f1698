import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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

it.each(['high', 'critical'])('a hole that is %s fails, with what it is and where it is fixed', async (severity) => {
  const { status, stderr } = await audit([hole(severity)])
  expect(status).toBe(1)
  expect(stderr).toContain(
    `${severity}: express: Made up (https://github.com/advisories/GHSA-aaaa-bbbb-cccc; fixed in >=99.0.0)`,
  )
})

it.each(['info', 'low', 'moderate'])('one that is %s is shown and fails nothing', async (severity) => {
  const { status, stdout } = await audit([hole(severity)])
  expect([status, stdout.includes(`${severity}: express`)]).toEqual([0, true])
})

it('one that is allowed passes until its date is over, and allows no other hole', async () => {
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

describe('a registry', () => {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const scalar = '@scalar/api-reference'

  /** What npm knows of a package. */
  const packageOf = (name: string, version: string, dependencies: Record<string, string>, origin: string) => ({
    name,
    'dist-tags': { latest: version },
    time: { created: '2024-01-01T00:00:00Z', modified: '2024-01-01T00:00:00Z', [version]: '2024-01-01T00:00:00Z' },
    versions: {
      [version]: {
        name,
        version,
        dependencies,
        dist: { tarball: `${origin}/${name}.tgz`, integrity: `sha512-${Buffer.alloc(64).toString('base64')}` },
      },
    },
  })

  /** Audits against a registry that knows a hole in these packages; an unwilling one answers no audit. */
  async function auditAgainst({ holes = [] as string[], isWilling = true, answered = day(0) }) {
    const manifest = await readFile(new URL('../../api/package.json', import.meta.url), 'utf8')
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
    const bundled = { 'inside-scalar': '1.0.0' }
    const server = createServer((request, response) => {
      void respond().then((body) => response.writeHead(body ? 200 : 405).end(body && JSON.stringify(body)))
      async function respond() {
        const origin = `http://${request.headers.host}`
        const name = decodeURIComponent(request.url?.slice(1) ?? '')
        if (name === scalar) return packageOf(name, dependencies[scalar] ?? '', bundled, origin)
        if (name in bundled) return packageOf(name, '1.0.0', {}, origin)
        if (!isWilling || request.method !== 'POST') return undefined
        const asked = (await json(request)) as Record<string, string[]>
        const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc'
        const planted = { id: 1, url, title: 'Planted', severity: 'high', vulnerable_versions: '>=0', cwe: [] }
        return Object.fromEntries(holes.filter((hole) => hole in asked).map((hole) => [hole, [planted]]))
      }
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const record = join(folder, 'record.json')
    await writeFile(record, JSON.stringify({ answered }))
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const env = { ...process.env, npm_config_registry: registry, pnpm_config_registry: registry }
    const output = await new Promise<{ code: number; text: string }>((resolve) => {
      const child = execFile(process.execPath, [script, '--record', record], { env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
      )
    })
    server.close()
    return { ...output, record: JSON.parse(await readFile(record, 'utf8')) as object }
  }

  it('is asked about what the dashboard bundles and what Scalar bundles', async () => {
    const { code, text } = await auditAgainst({ holes: ['react', 'inside-scalar'] })
    expect(text).toContain('high: react: Planted')
    expect(text).toContain('high: inside-scalar: Planted')
    expect(code).toBe(1)
  })

  it('without an answer for more than 7 days fails the audit, and each answer is recorded', async () => {
    expect(await auditAgainst({ answered: day(30) })).toMatchObject({ code: 0, record: { answered: day(0) } })
    const soon = await auditAgainst({ isWilling: false, answered: day(6) })
    expect(soon).toMatchObject({ code: 0, record: { answered: day(6) } })
    expect(soon.text).toContain('AUDIT NOT DONE: the registry did not audit pnpm-lock.yaml (responded with 405)')
    expect(soon.text).toContain(`AUDIT NOT DONE: the registry did not audit ${scalar} (responded with 405)`)
    const late = await auditAgainst({ isWilling: false, answered: day(8) })
    expect(late).toMatchObject({ code: 1, record: { answered: day(8) } })
    expect(late.text).toContain('That is more than 7 days ago')
  })
})
