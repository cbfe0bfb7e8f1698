import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Packs what was built into `packed/sdk.tgz`, which the API hands out at /docs/sdk.tgz. Its version has a hash of the content:
// npm keeps packages by their version, and would install an earlier build of the same.
const root = fileURLToPath(new URL('..', import.meta.url))
const work = await mkdtemp(join(tmpdir(), 'matterbase-sdk-'))
const inside = join(work, 'package')
const {
  devDependencies: _dev,
  scripts: _scripts,
  ...manifest
} = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  version: string
  files: string[]
  devDependencies?: object
  scripts?: object
}

try {
  await mkdir(inside)
  for (const name of manifest.files) await cp(join(root, name), join(inside, name), { recursive: true })
  const hash = createHash('sha256')
  const files = await readdir(inside, { recursive: true, withFileTypes: true })
  for (const path of files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort())
    hash.update(path.slice(inside.length)).update(await readFile(path))
  const version = `${manifest.version}-${hash.digest('hex').slice(0, 12)}`
  await writeFile(join(inside, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)
  await mkdir(join(root, 'packed'), { recursive: true })
  execFileSync('tar', ['-czf', join(root, 'packed', 'sdk.tgz'), '-C', work, 'package'])
} finally {
  await rm(work, { recursive: true })
}
