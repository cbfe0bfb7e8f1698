import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { collectionFile, postmanCollection } from '../scripts/postman.ts'
import { currentDocument } from '../scripts/released.ts'

it('stands in docs as it is made (else: pnpm --filter @matterbase/schemas openapi && pnpm format)', () => {
  expect(JSON.parse(readFileSync(collectionFile, 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(postmanCollection(currentDocument()))),
  )
})
