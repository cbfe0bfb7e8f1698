import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { inject } from 'vitest'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The folder of a former version, installed and built. It stays for the next run. */
export async function checkOut(commit: string): Promise<string> {
  await execute('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).catch(() => {
    throw new Error(
      `This clone has no commit ${commit}, a former version: get the history with "git fetch --unshallow"`,
    )
  })
  const folder = join(root, '.former', commit)
  const done = join(folder, '.built')
  await withLock(async () => {
    if (existsSync(done)) return
    await rm(folder, { recursive: true, force: true })
    await execute('git', ['clone', '--quiet', '--shared', '--no-checkout', root, folder])
    await execute('git', ['checkout', '--quiet', commit], { cwd: folder })
    await pnpm(folder, ['install', '--frozen-lockfile', '--prefer-offline'])
    await pnpm(folder, ['exec', 'turbo', 'run', 'build', '--filter=@matterbase/cli...', '--output-logs=errors-only'])
    await writeFile(done, '')
  })
  return folder
}

/** Test files run at the same time. A connection that is lost gives the lock back. */
async function withLock(work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: inject('matterbaseDatabase') })
  await client.connect()
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('former version'))")
    await work()
  } finally {
    await client.end()
  }
}

/** The pnpm on the path, as `.ci/run` chooses it. The settings of this run are not those of the former version. */
async function pnpm(cwd: string, args: readonly string[]): Promise<void> {
  const ofRun = /^(npm_(?!config_(registry|cache|yes))|pnpm_|INIT_CWD|NODE_OPTIONS|VITEST|TURBO_)/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofRun.test(name)))
  const { stdout } = await execute('pnpm', ['--version']).catch(() => ({ stdout: '' }))
  const [command = '', ...first] = stdout.startsWith('12.') ? ['pnpm'] : ['npx', '--yes', 'pnpm@12']
  await execute(command, [...first, ...args], {
    cwd,
    env: { ...env, TURBO_TELEMETRY_DISABLED: '1' },
    maxBuffer: 64 * 1024 ** 2,
  }).catch((error: unknown) => {
    const { stdout: said = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`pnpm ${args.join(' ')} failed in ${cwd}:\n${said}${stderr}`, { cause: error })
  })
}
