import { existsSync, globSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The packages of each runtime, the last of which has its program: a dependency of this folder, and its own for the platform. */
const places = {
  'Node 20': { packages: ['node-20-*'], program: 'bin/node' },
  Bun: { packages: ['bun', '@oven/bun-*'], program: 'bin/bun' },
  Deno: { packages: ['deno', '@deno/*'], program: 'deno' },
  workerd: { packages: ['workerd', '@cloudflare/workerd-*'], program: 'bin/workerd' },
} as const

export type RuntimeName = keyof typeof places

export const runtimeNames = Object.keys(places) as RuntimeName[]

const modules = join(import.meta.dirname, 'node_modules')

/** The program of a runtime, or why there is none; in CI there has to be one. */
export function programOf(name: RuntimeName): { path: string } | { missing: string } {
  const { packages, program } = places[name]
  let folder: string | undefined
  for (const [depth, pattern] of packages.entries()) {
    // pnpm lays what a package depends on beside the package itself, so one step up from it.
    const beside = depth === 0 ? modules : folder && join(folder, '..')
    const [found] = beside ? globSync(pattern, { cwd: beside }) : []
    folder = beside && found && existsSync(join(beside, found)) ? realpathSync(join(beside, found)) : undefined
  }
  const path = folder && join(folder, program)
  if (path && existsSync(path)) return { path }
  const missing = `${name} is left out: its packages have no program for ${process.platform} on ${process.arch}`
  if (process.env.CI) throw new Error(missing)
  return { missing }
}
