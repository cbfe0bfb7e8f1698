import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { breakingChanges } from './breaking-changes.ts'
import { changelog, changelogFile, lastReleaseFile, nextSection, releasesOf, whyOf } from './changelog.ts'
import { catalogueFile, eventCatalogue } from './event-catalogue.ts'
import { sortBreaking } from './on-purpose.ts'
import { collectionFile, postmanCollection } from './postman.ts'
import { asText, currentDocument, releasedFile } from './released.ts'
import { formatted, generatedFiles } from './generated-files.ts'

// Writes the document of the next release, unless it would break clients of the last one, and everything that is made
// from it: changelog, page of events, tables of pages, Postman collection, and what the SDK has of each resource.
const current = currentDocument()
const breaks = existsSync(releasedFile)
  ? sortBreaking(breakingChanges(JSON.parse(readFileSync(releasedFile, 'utf8')), JSON.parse(asText(current))))
      .unintended
  : []
for (const change of breaks) console.error(change)
if (breaks.length > 0) {
  console.error('Not written: v1 changes only by addition; see docs/api/versioning.md')
  process.exitCode = 1
} else {
  writeFileSync(releasedFile, asText(current))
  const page = readFileSync(changelogFile, 'utf8')
  const last = JSON.parse(readFileSync(lastReleaseFile, 'utf8'))
  const next = nextSection(last, JSON.parse(asText(current)), whyOf(page))
  writeFileSync(changelogFile, await formatted('changelog.md', changelog(next, releasesOf(page))))
  writeFileSync(catalogueFile, await formatted('events.md', eventCatalogue(current)))
  writeFileSync(collectionFile, await formatted('postman.json', asText(postmanCollection(current))))
  for (const { file, text } of await generatedFiles(current)) {
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, text)
  }
}
