import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { root, run } from './packed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The package as it is published. */
    packedTarball: string
  }
}

/** Packs the package once for all test files. It needs neither a network nor a home. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const published = join(root, 'packed/package')
  if (!existsSync(published)) throw new Error('There is no packed package: run the build first')
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-packed-'))
  const settings = ['--silent', '--ignore-scripts', '--offline', '--logs-max=0', '--cache', join(folder, 'cache')]
  const name = await run('npm', ['pack', ...settings, '--pack-destination', folder], { cwd: published })
  project.provide('packedTarball', join(folder, name.trim()))
  return () => rm(folder, { recursive: true })
}
