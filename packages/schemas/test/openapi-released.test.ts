import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { breakingChanges } from '../scripts/breaking-changes.ts'
import { lastReleaseFile } from '../scripts/changelog.ts'
import { sortBreaking } from '../scripts/on-purpose.ts'
import { asText, currentDocument, releasedFile } from '../scripts/released.ts'

const released = readFileSync(releasedFile, 'utf8')
const lastRelease = JSON.parse(readFileSync(lastReleaseFile, 'utf8'))

it('breaks no client of the last release, but on purpose', () => {
  const changes = breakingChanges(lastRelease, JSON.parse(asText(currentDocument())))
  expect(sortBreaking(changes).unintended).toEqual([])
})

it('stands in openapi.json as it is', () => {
  expect(asText(currentDocument()), 'write it with `npx pnpm@12 generate`').toBe(released)
})
