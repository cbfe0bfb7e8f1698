import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { realService } from '../contract/service.ts'
import { root, run, tool } from '../package/packed.ts'
import { programOf } from '../runtimes/programs.ts'
import { installTools, type Registry, startRegistry, yarn } from './registry.ts'
import { cleanEnvironment, commandOf, copyRepository, ensureChangeset } from './repository-copy.ts'

let folder: string
let registry: Registry
let env: NodeJS.ProcessEnv
let version: string

// The steps of .github/workflows/release.yml, in a copy of the repository, to a registry on this machine.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matterbase-release-'))
  await installTools()
  registry = await startRegistry(join(folder, 'registry'))
  const copy = join(folder, 'copy')
  await copyRepository(copy, registry.npmrc)
  await ensureChangeset(copy)
  env = { ...cleanEnvironment(folder), pnpm_config_verify_deps_before_run: 'false' }
  const step = (command: string, cwd = copy) => run('bash', ['-euc', command], { cwd, env: { ...env, ...github } })

  await step('bash .ci/version')
  version = versionIn(await readFile(join(copy, 'packages/sdk/package.json'), 'utf8'))
  await step('pnpm --filter @matterbase/sdk build')
  await step(await commandOf(/^npm pkg set /), join(copy, 'packages/sdk/packed/package'))
  await step('pnpm exec changeset publish-plan --output plan.json')
  await step('pnpm exec changeset pack --from-publish-plan plan.json --out-dir packed')
  // Provenance is a statement of the workflow about itself.
  await step((await commandOf(/^npm publish /)).replace(' --provenance', ''))
})
afterAll(async () => {
  await registry.stop()
  await rm(folder, { recursive: true })
})

const github = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'matterbase/matterbase' }
const versionIn = (manifest: string) => (JSON.parse(manifest) as { version: string }).version

it('raises the version of npm, JSR and the changelog together', async () => {
  expect(version).not.toBe(versionIn(await readFile(join(root, 'package.json'), 'utf8')))
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(versionIn(await readFile(join(folder, 'copy/packages/sdk/jsr.json'), 'utf8'))).toBe(version)
  expect(await readFile(join(folder, 'copy/packages/sdk/CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
})

describe('the published package', () => {
  it('names its repository, and neither scripts nor packages of this repository', async () => {
    const response = await fetch(new URL(`@matterbase/sdk/${version}`, registry.url))
    const manifest = (await response.json()) as Record<string, unknown>
    expect(manifest).toMatchObject({ name: '@matterbase/sdk', version, repository: { directory: 'packages/sdk' } })
    expect(['scripts', 'devDependencies', 'dependencies', 'publishConfig'].filter((name) => name in manifest)).toEqual(
      [],
    )
  })

  it('has no problem that publint --strict and attw know', async () => {
    const tarball = join(folder, 'published.tgz')
    const response = await fetch(new URL(`@matterbase/sdk/-/sdk-${version}.tgz`, registry.url))
    await writeFile(tarball, Buffer.from(await response.arrayBuffer()))
    const pack = { tarball: (await readFile(tarball)).buffer }
    expect((await publint({ pack, strict: true })).messages).toEqual([])
    const output = await run(tool('attw'), [tarball, '--profile', 'strict', '--format', 'json'])
    expect((JSON.parse(output) as { problems: object }).problems).toEqual({})
  })
})

const bun = programOf('Bun')
const installs: Record<string, { file: string; args: string[] }> = {
  npm: { file: 'npm', args: ['install', '--no-audit', '--no-fund', '@matterbase/sdk'] },
  // pnpm installs nothing that was published less than a day ago.
  pnpm: { file: 'pnpm', args: ['add', '--config.minimum-release-age=0', '@matterbase/sdk'] },
  yarn: { file: process.execPath, args: [yarn, 'add', '--no-progress', '@matterbase/sdk'] },
  ...('path' in bun && { bun: { file: bun.path, args: ['add', '@matterbase/sdk'] } }),
}

it.each(Object.keys(installs))('installs into an empty project with %s, where the quick start runs', async (name) => {
  const install = installs[name]
  if (!install) return
  const cwd = join(folder, `with-${name}`)
  await mkdir(cwd)
  await writeFile(join(cwd, 'package.json'), '{ "name": "empty", "version": "1.0.0", "private": true }')
  await writeFile(join(cwd, '.npmrc'), registry.npmrc)
  await run(install.file, install.args, { cwd, env })

  const [, quickStart = ''] =
    /^## First request\n[^]*?^```ts\n(.*?)^```$/ms.exec(
      await readFile(join(cwd, 'node_modules/@matterbase/sdk/README.md'), 'utf8'),
    ) ?? []
  const agent = `import { version } from '@matterbase/sdk'\nconsole.log(version)\n`
  await writeFile(join(cwd, 'start.mjs'), quickStart + agent)
  await writeFile(join(cwd, 'start.cjs'), asCommonJs(quickStart + agent))
  const service = await realService()
  const key = await service.key({ email: await service.account() })
  const settings = { ...env, MATTERBASE_BASE_URL: service.baseUrl, MATTERBASE_API_KEY: key }
  for (const program of ['start.mjs', 'start.cjs']) {
    const runner = name === 'bun' ? install.file : process.execPath
    const said = await run(runner, [program], { cwd, env: settings })
    expect(said).toMatch(new RegExp(`^contract created matter \\d+\n${version}\n$`))
  }
})

const asCommonJs = (code: string) =>
  `(async () => {\n${code.replaceAll(/^import (.*) from (.*)$/gm, 'const $1 = require($2)')}})()\n`
