import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { root } from './packed.ts'

/** The published types without comments and without the hashes in file names. */
async function surface(): Promise<string> {
  const dist = join(root, 'dist')
  const files = (await readdir(dist)).filter((name) => name.endsWith('.d.ts'))
  const withoutHash = (text: string) => text.replaceAll(/-[\w-]{8}(?=\.(?:d\.ts|js))/g, '')
  const parts = files.map(async (name) => {
    const text = await readFile(join(dist, name), 'utf8')
    const code = text.replaceAll(/\/\*\*[^]*?\*\//g, '').replaceAll(/^\s*\n/gm, '')
    return `// ${withoutHash(name)}\n${withoutHash(code)}`
  })
  return (await Promise.all(parts)).toSorted().join('\n')
}

// A change here is a change for every user.
it('publishes the types that api-surface.txt holds', async () => {
  const hint = 'look at what changes for users, add a changeset, then accept it with `--update`'
  await expect(await surface(), hint).toMatchFileSnapshot(join(root, 'api-surface.txt'))
})
