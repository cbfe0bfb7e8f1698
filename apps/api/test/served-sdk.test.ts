import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const execute = promisify(execFile)
let api: Api
let folder: string
beforeAll(async () => {
  api = await startApi()
  folder = await mkdtemp(join(tmpdir(), 'matterbase-served-sdk-'))
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

it('hands out the SDK of this build, in a version of its own, with all that its package names', async () => {
  const reply = await fetch(`${api.origin}/docs/sdk.tgz`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  expect(reply.headers.get('cache-control')).toBe('no-cache')
  await writeFile(join(folder, 'sdk.tgz'), Buffer.from(await reply.arrayBuffer()))
  execFileSync('tar', ['-xzf', 'sdk.tgz'], { cwd: folder })
  const manifest = JSON.parse(await readFile(join(folder, 'package', 'package.json'), 'utf8')) as {
    name: string
    version: string
    scripts?: object
    devDependencies?: object
  }
  expect(manifest).toMatchObject({
    name: '@matterbase/sdk',
    version: expect.stringMatching(/^\d+\.\d+\.\d+-[\da-f]{12}$/),
  })
  expect([manifest.scripts, manifest.devDependencies]).toEqual([undefined, undefined])
  const program = `
    import { Matterbase } from ${JSON.stringify(join(folder, 'package', 'dist', 'index.js'))}
    const { key } = await new Matterbase().me()
    console.log(key.environment)`
  const env = { MATTERBASE_API_KEY: await api.key(), MATTERBASE_BASE_URL: api.baseUrl }
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', program], { env })
  expect(stdout).toBe('live\n')
  for (const file of ['bin/matterbase.js', 'README.md', 'api.md', 'LICENSE', 'dist/index.cjs', 'dist/cli.js'])
    expect((await readFile(join(folder, 'package', file))).length).toBeGreaterThan(0)
})
