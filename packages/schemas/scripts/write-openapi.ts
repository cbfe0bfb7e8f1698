import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { breakingChanges } from './breaking-changes.ts'
import { changelog, changelogFile, lastReleaseFile, nextSection, releasesOf } from './changelog.ts'
import { catalogueFile, eventCatalogue } from './event-catalogue.ts'
import { collectionFile, postmanCollection } from './postman.ts'
import { asText, currentDocument, releasedFile } from './released.ts'

// Writes the document that goes out with the next release, and the changelog, the page of events and the Postman
// collection that are made from it, unless it would break clients of the last one. `pnpm format` has the last word on their layout.
const current = currentDocument()
const breaks = existsSync(releasedFile)
  ? breakingChanges(JSON.parse(readFileSync(releasedFile, 'utf8')), JSON.parse(asText(current)))
  : []
for (const change of breaks) console.error(change)
if (breaks.length > 0) {
  console.error('Not written: v1 changes only by addition; see docs/versioning.md')
  process.exitCode = 1
} else {
  writeFileSync(releasedFile, asText(current))
  const next = nextSection(JSON.parse(readFileSync(lastReleaseFile, 'utf8')), JSON.parse(asText(current)))
  writeFileSync(changelogFile, changelog(next, releasesOf(readFileSync(changelogFile, 'utf8'))))
  writeFileSync(catalogueFile, eventCatalogue(current))
  writeFileSync(collectionFile, asText(postmanCollection(current)))
}
