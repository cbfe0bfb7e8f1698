import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { programOf } from '../runtimes/programs.ts'
import { root, run } from './packed.ts'

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
  await expect(run(deno.path, ['publish', '--dry-run', '--allow-dirty', '--quiet'])).resolves.toBeDefined()
})
