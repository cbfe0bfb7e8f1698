import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { programOf } from '../runtimes/programs.ts'
import { nativeTsc, root, run } from './packed.ts'

const deno = programOf('Deno')

const manifest = async (name: string) =>
  JSON.parse(await readFile(join(root, name), 'utf8')) as { version: string; exports: Record<string, unknown> }

it('offers JSR the same version and entries as npm', async () => {
  const [npm, jsr] = await Promise.all([manifest('package.json'), manifest('jsr.json')])
  expect(jsr.version).toBe(npm.version)
  expect(['./package.json', ...Object.keys(jsr.exports)].toSorted()).toEqual(Object.keys(npm.exports).toSorted())
})

it('is a package that JSR accepts, with types it can read without inferring', async ({ skip }) => {
  if ('missing' in deno) {
    skip(deno.missing)
    return
  }
  await expect(
    run(deno.path, ['publish', '--dry-run', '--allow-dirty', '--no-check', '--quiet']),
  ).resolves.toBeDefined()
})

it('type-checks against the types of Deno, as it does when it is published', async ({ skip }) => {
  if ('missing' in deno) {
    skip(deno.missing)
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-jsr-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const types = join(folder, 'deno.d.ts')
  await writeFile(types, await run(deno.path, ['types']))
  // Deno's own compiler takes ten times as long.
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    lib: ['esnext'],
    module: 'nodenext',
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    skipLibCheck: true,
  }
  const { exports } = await manifest('jsr.json')
  const files = [types, ...Object.values(exports).map((file) => join(root, String(file)))]
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  await expect(run(nativeTsc, ['-p', folder])).resolves.toBe('')
})
