import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
// What ends up in the built files.
const sources = [
  'src',
  'public',
  'index.html',
  'sign-in.html',
  'vite.config.ts',
  'chunks.ts',
  'contract-plugin.ts',
  '../../packages/schemas/src',
]

/** Builds the dashboard anew if something has changed since the last time. */
export async function buildIfStale(): Promise<void> {
  // Turborepo has built it before it runs the tests.
  if (process.env['TURBO_HASH'] !== undefined) return
  const built = await stat(`${root}dist/index.html`).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
  const changed = await Promise.all(sources.map((name) => newestIn(`${root}${name}`)))
  if (Math.max(...changed) < built) return
  const vite = `${dirname(createRequire(import.meta.url).resolve('vite/package.json'))}/bin/vite.js`
  // In a process of its own, which does not take itself for a test. Whoever reads the files of the last
  // build at this moment keeps them.
  const args = [vite, 'build', '--logLevel', 'error', '--emptyOutDir', 'false']
  await promisify(execFile)(process.execPath, args, { cwd: root, env: { PATH: process.env['PATH'] } })
}

async function newestIn(path: string): Promise<number> {
  const own = await stat(path)
  if (!own.isDirectory()) return own.mtimeMs
  const entries = await readdir(path, { recursive: true })
  const times = await Promise.all(entries.map(async (entry) => (await stat(`${path}/${entry}`)).mtimeMs))
  return Math.max(own.mtimeMs, ...times)
}
