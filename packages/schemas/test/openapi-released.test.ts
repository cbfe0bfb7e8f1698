import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { breakingChanges } from '../scripts/breaking-changes.ts'
import { changelog, changelogFile, lastReleaseFile, nextSection, releasesOf, whyOf } from '../scripts/changelog.ts'
import { sortBreaking } from '../scripts/on-purpose.ts'
import { asText, currentDocument, releasedFile } from '../scripts/released.ts'

const released = readFileSync(releasedFile, 'utf8')
const lastRelease = JSON.parse(readFileSync(lastReleaseFile, 'utf8'))

it('breaks no client of the last release, but on purpose', () => {
  const changes = breakingChanges(lastRelease, JSON.parse(asText(currentDocument())))
  expect(sortBreaking(changes).unintended).toEqual([])
})

const write = 'write it with `npx pnpm@12 --filter @matterbase/schemas openapi`'
const withoutLayout = (text: string) => text.replaceAll(/\s+/g, ' ')

it('has its changes since then in docs/api/changelog.md', () => {
  const page = readFileSync(changelogFile, 'utf8')
  const made = changelog(nextSection(lastRelease, JSON.parse(released), whyOf(page)), releasesOf(page))
  expect(withoutLayout(page), write).toBe(withoutLayout(made))
})

it('stands in openapi.json as it is', () => {
  expect(asText(currentDocument()), write).toBe(released)
})
