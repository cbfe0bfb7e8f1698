import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { inject } from 'vitest'

const exec = promisify(execFile)

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const tool = (name: string) => join(root, 'node_modules/.bin', name)
/** The repository's TypeScript, a native program; this package's own is the last one before it. */
export const nativeTsc = join(root, '../../node_modules/.bin/tsc')

/** Runs a program to its end and gives what it printed; a failure carries it too. */
export async function run(
  file: string,
  args: readonly string[],
  { cwd = root, env = process.env } = {},
): Promise<string> {
  try {
    const { stdout } = await exec(file, args, { cwd, env, maxBuffer: 16 * 1024 ** 2 })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new Error(`${file} ${args.join(' ')} failed:\n${stdout ?? ''}\n${stderr ?? String(error)}`, { cause: error })
  }
}

/** An empty project into which the packed package is installed, nothing else. */
export async function packedProject() {
  const tarball = inject('packedTarball')
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-sdk-'))
  const installed = join(folder, 'node_modules/@matterbase/sdk')
  await mkdir(installed, { recursive: true })
  await run('tar', ['xzf', tarball, '--strip-components=1', '-C', installed])
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  return {
    folder,
    tarball,
    installed,
    write: (name: string, text: string) => writeFile(join(folder, name), text),
    remove: () => rm(folder, { recursive: true }),
  }
}

export type PackedProject = Awaited<ReturnType<typeof packedProject>>
