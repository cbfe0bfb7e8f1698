import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

// Node then compiles each module once, not in every process of the run and in every program that a test starts.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))

// With four threads each, the garbage collectors of the processes compete. One thread saves a fifteenth of the CPU.
process.env['NODE_OPTIONS'] ??= '--v8-pool-size=1'

// Copying a database in memory costs a tenth of copying it on a disk.
if (isUsable('/dev/shm')) process.env['TMPDIR'] ??= '/dev/shm'

/** True for a folder in memory with room for a run, where programs can be started. */
function isUsable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    const [, options = ''] =
      new RegExp(`^\\S+ ${folder} \\S+ (\\S+)`, 'm').exec(readFileSync('/proc/mounts', 'utf8')) ?? []
    return bavail * bsize >= 4 * 1024 ** 3 && !options.split(',').includes('noexec')
  } catch {
    return false
  }
}

/** Matches the files that `test` leaves to `test:all`. */
const slowTests = '**/*.slow.test.ts'

/** Options of every package. The time limits are far above any test's time, so that only a test that hangs fails. */
export const limits = {
  exclude: ['**/node_modules/**', ...(process.env['WITHOUT_SLOW_TESTS'] ? [slowTests] : [])],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 150_000, interval: 20 } },
  // CI runs in a fresh clone, where this cache is always empty.
  fsModuleCache: false,
  // Each file has its own database, servers and windows, so files can share the modules of a process.
  isolate: false,
  // Many tests wait for another process. On two cores a fourth worker costs a fifteenth more CPU.
  maxWorkers: Math.min(availableParallelism() + 1, 4),
  // V8's second compiler takes seconds and 600 MB for one function of the SQL parser, in each process.
  execArgv: ['--liftoff-only'],
}

/** For tests that need nothing of Vite. Node loads TypeScript itself, with a fifth less CPU for the whole run. */
export const loadedByNode = { viteModuleRunner: false }
