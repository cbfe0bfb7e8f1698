import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { run } from '../package/packed.ts'

const node = `node-${process.platform}-${process.arch}`

/** Other runtimes, as the npm registry has them, and where in their packages the programs lie. */
const packages = {
  'Node 20': [`${node}@20.20.2`, `${node}/bin/node`],
  Bun: ['bun@1.4.4', '@oven/bun-*/bin/bun'],
  Deno: ['deno@2.9.6', '@deno/*/deno'],
  workerd: ['workerd@1.20261110.1', '@cloudflare/workerd-*/bin/workerd'],
} as const

type RuntimeName = keyof typeof packages

export interface Program {
  readonly name: RuntimeName
  readonly path: string | undefined
}

// Not in this tree: a fresh clone on the same machine need not download them again.
const cache = join(homedir(), '.cache/matterbase-runtimes')

/**
 * The runtimes this platform has, downloaded at the first run: together they are too large to be everybody's
 * dependencies. Without a network they are left out, but not in CI.
 */
export async function programs(): Promise<Program[]> {
  const specs = Object.values(packages).map(([spec]) => spec)
  const folder = join(cache, specs.join('+').replaceAll('/', '_'))
  if (!existsSync(folder)) await install(specs, folder)
  return Object.entries(packages).map(([name, [, place]]) => ({
    name: name as RuntimeName,
    path: globSync(join(folder, 'node_modules', place))[0],
  }))
}

async function install(specs: readonly string[], folder: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  // Made elsewhere and put there whole: two test files may do this at the same time.
  const draft = await mkdtemp(join(cache, 'draft-'))
  try {
    await writeFile(join(draft, 'package.json'), '{ "private": true }')
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--fetch-retries=1']
    await run('npm', ['install', ...quiet, ...specs], { cwd: draft })
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (process.env.CI && !existsSync(folder)) throw error
    if (!existsSync(folder))
      console.warn(`The other runtimes cannot be downloaded, so they are left out: ${String(error)}`)
  }
}
