import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { breakingChanges } from '../scripts/breaking-changes.ts'
import { asText, currentDocument, releasedFile } from '../scripts/released.ts'

const released = readFileSync(releasedFile, 'utf8')

it('breaks no client of the released document', () => {
  expect(breakingChanges(JSON.parse(released), JSON.parse(asText(currentDocument())))).toEqual([])
})

it('stands in openapi.json as it is', () => {
  expect(asText(currentDocument()), 'write it with `npx pnpm@12 --filter @matterbase/schemas openapi`').toBe(released)
})
