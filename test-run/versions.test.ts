import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './root.ts'

interface Manifest {
  readonly name: string
  readonly version?: string
  readonly private?: boolean
}

const manifestOf = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest
const { version = '' } = manifestOf('package.json')

it('the root package.json has the version of the product, and no other private package has one', () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  const files = globSync('{apps,packages,examples}/*/package.json', { cwd: root })
  const others = files.map(manifestOf).filter((manifest) => manifest.private && manifest.version !== undefined)
  expect(others.map(({ name }) => name)).toEqual([])
})

it('the newest section of CHANGELOG.md is that of this version, with its date', () => {
  const [, newest] = /^## (.+)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  expect(newest).toMatch(new RegExp(`^${version.replaceAll('.', String.raw`\.`)} \\(\\d{4}-\\d\\d-\\d\\d\\)$`))
})

it('the command line, started as a program, reports that version', () => {
  const program = join(root, 'apps/cli/bin/matterbase.js')
  const { NODE_OPTIONS: _, ...env } = process.env
  const said = execFileSync(process.execPath, [program, '--version', '--json'], { encoding: 'utf8', env })
  expect(JSON.parse(said)).toMatchObject({ version })
})
