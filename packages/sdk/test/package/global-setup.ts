import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

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
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('There is no dist: run the build first')
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-packed-'))
  // npm would read every package below node_modules, of which none is published.
  const copy = join(folder, 'copy')
  await cp(root, copy, { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
  const settings = ['--silent', '--ignore-scripts', '--offline', '--logs-max=0', '--cache', join(folder, 'cache')]
  const name = await run('npm', ['pack', ...settings, '--pack-destination', folder], { cwd: copy })
  project.provide('packedTarball', join(folder, name.trim()))
  return () => rm(folder, { recursive: true })
}
