import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, inject, it, onTestFinished } from 'vitest'

import { run } from './packed.ts'

it('installs into an empty project without anything else, and can be imported there', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'matterbase-empty-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  await writeFile(join(cwd, 'package.json'), '{ "private": true, "type": "module" }')
  const settings = ['--offline', '--no-audit', '--no-fund', '--logs-max=0', '--cache', join(cwd, 'cache')]
  await run('npm', ['install', ...settings, inject('packedTarball')], { cwd })
  const program = `import { Matterbase } from '@matterbase/sdk'; console.log(typeof Matterbase)`
  expect(await run(process.execPath, ['--input-type=module', '-e', program], { cwd })).toBe('function\n')
})
