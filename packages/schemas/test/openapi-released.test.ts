import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { breakingChanges } from '../scripts/breaking-changes.ts'
import { changelog, changelogFile, lastReleaseFile, nextSection, releasesOf } from '../scripts/changelog.ts'
import { asText, currentDocument, releasedFile } from '../scripts/released.ts'

const released = readFileSync(releasedFile, 'utf8')
const lastRelease = JSON.parse(readFileSync(lastReleaseFile, 'utf8'))

it('breaks no client of the last release', () => {
  expect(breakingChanges(lastRelease, JSON.parse(asText(currentDocument())))).toEqual([])
})

const write = 'write it with `npx pnpm@12 --filter @matterbase/schemas openapi`'
const withoutLayout = (text: string) => text.replaceAll(/\s+/g, ' ')

it('has its changes since then in docs/changelog.md', () => {
  const page = readFileSync(changelogFile, 'utf8')
  const made = changelog(nextSection(lastRelease, JSON.parse(released)), releasesOf(page))
  expect(withoutLayout(page), write).toBe(withoutLayout(made))
})

it('stands in openapi.json as it is', () => {
  expect(asText(currentDocument()), write).toBe(released)
})
