import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Writes two things. `packed/package` is the folder that is published, see publishConfig.directory. Its manifest names no
// package of this repository. `packed/sdk.tgz` is the file that the API serves at /docs/sdk.tgz. Its version has a hash of the
// content, because npm keeps packages by version and would install an earlier build again.
const root = fileURLToPath(new URL('..', import.meta.url))
const packed = join(root, 'packed')
const folder = join(packed, 'package')
const {
  devDependencies: _dev,
  scripts: _scripts,
  publishConfig: _folder,
  ...manifest
} = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  version: string
  files: string[]
  devDependencies?: object
  scripts?: object
  publishConfig?: object
}
const writeManifest = (version: string) =>
  writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const name of manifest.files) await cp(join(root, name), join(folder, name), { recursive: true })
await writeManifest(`${manifest.version}-${await hashOf(folder)}`)
execFileSync('tar', ['-czf', join(packed, 'sdk.tgz'), '-C', packed, 'package'])
await writeManifest(manifest.version)

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  const files = await readdir(path, { recursive: true, withFileTypes: true })
  for (const file of files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort())
    hash.update(file.slice(path.length)).update(await readFile(file))
  return hash.digest('hex').slice(0, 12)
}
