import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { client } from './service.ts'

const folder = new URL('../../../.changeset/', import.meta.url)
const changelog = new URL('../CHANGELOG.md', import.meta.url)

/** What users are told, by file: what the next release brings, and what earlier ones did. */
const told = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => new URL(name, folder)),
  ...(existsSync(changelog) ? [changelog] : []),
].map((file) => ({ file: fileURLToPath(file), text: readFileSync(file, 'utf8') }))

it('tells users of every part of the client, in .changeset until it is released and then in CHANGELOG.md', () => {
  const untold = Object.keys(client()).filter((name) => !told.some(({ text }) => text.includes(`\`mb.${name}\``)))
  expect(
    untold.map((name) => `mb.${name}`),
    'each is new: say so in a file of .changeset, which names it as `mb.<name>` (`npx pnpm@12 changeset` starts one)',
  ).toEqual([])
})

it('leaves no TODO in what users are told', () => {
  const src = new URL('../src/', import.meta.url)
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ file: `packages/sdk/src/${name}`, text: readFileSync(new URL(name, src), 'utf8') }))
  expect(
    [...told, ...code].filter(({ text }) => text.includes('TODO')).map(({ file }) => file),
    'write there what is meant',
  ).toEqual([])
})
