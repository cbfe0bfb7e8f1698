import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { folderInMemory } from './folder-in-memory.ts'

// Node then compiles each module once: not in every process that tests run in, nor in every program they start.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))

// Processes that collect garbage with four threads each are in each other's way: with one it is a fifteenth less work.
process.env['NODE_OPTIONS'] ??= '--v8-pool-size=1'

// Databases are copied ten times as cheaply as on a disk.
const inMemory = folderInMemory()
if (inMemory !== undefined) process.env['TMPDIR'] ??= inMemory

/** Matches the files that `test` leaves to `test:all`. */
const slowTests = '**/*.slow.test.ts'

/**
 * What the tests of every package have in common. The limits are far above what anything takes, so that on a
 * busy machine, too, only what hangs fails.
 */
export const limits = {
  exclude: ['**/node_modules/**', ...(process.env['WITHOUT_SLOW_TESTS'] ? [slowTests] : [])],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 150_000, interval: 20 } },
  // In a fresh clone there is nothing to be had from it.
  fsModuleCache: false,
  // A file has a database, servers and windows of its own, and nothing else that another could see.
  isolate: false,
  // One more than there are cores, since many tests wait for another process, and no more: on two cores four of them
  // take a fifteenth more work than three.
  maxWorkers: Math.min(availableParallelism() + 1, 4),
  // The parser of SQL has a function that V8's second compiler takes seconds and 600 MB for, in each process.
  execArgv: ['--liftoff-only'],
}

/** For tests that need nothing of Vite: Node loads TypeScript by itself, with a fifth less of work in all. */
export const loadedByNode = { viteModuleRunner: false }
