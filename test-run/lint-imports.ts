import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../', import.meta.url))

/** An import that somebody could write: in which file, and of what. */
export interface Import {
  readonly file: string
  readonly of: string
}

/** Every way in which a module can be named, but `import()` in a type, which is refused altogether. */
const statements = (of: string, id: number) => [
  `import { value${id} } from '${of}'`,
  `import type { Type${id} } from '${of}'`,
  `export { other${id} } from '${of}'`,
  `export type { Other${id} } from '${of}'`,
  `export const lazy${id} = await import('${of}')`,
]

/** How many of the ways to write each import the linter refuses, with the repository's own configuration. */
export function refusals(imports: readonly Import[]): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'))
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    const files = Map.groupBy(imports.entries(), ([, { file }]) => file)
    const owners = new Map<string, number>()
    for (const [file, entries] of files) {
      const lines = entries.flatMap(([id, { of }]) => statements(of, id).map((line) => ({ line, id })))
      lines.forEach(({ id }, at) => owners.set(`${file}:${at + 1}`, id))
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), lines.map(({ line }) => `${line}\n`).join(''))
    }
    const counts = imports.map(() => 0)
    for (const place of refusedLines(folder)) {
      const id = owners.get(place)
      if (id !== undefined) counts[id] = (counts[id] ?? 0) + 1
    }
    return counts
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const ways = statements('', 0).length

/** `file:line` of each refused import. */
function refusedLines(folder: string): Set<string> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--format=unix'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!stdout.includes('problem')) throw new Error(`oxlint could not be run: ${stderr || stdout}`)
  // One line for each pattern that refuses it.
  const refused = stdout.matchAll(/^(.+?):(\d+):\d+: .*no-restricted-imports\)\]$/gm)
  return new Set([...refused].map(([, file, line]) => `${file}:${line}`))
}
