import { readFileSync, writeFileSync } from 'node:fs'
import { changelog, changelogFile, lastReleaseFile, nextSection, releasesOf } from './changelog.ts'
import { asText, currentDocument } from './released.ts'

// Makes the current document that of a release: what was next in the changelog gets today's date.
const current = JSON.parse(asText(currentDocument()))
const page = readFileSync(changelogFile, 'utf8')
const today = new Date().toISOString().slice(0, 10)
const released = nextSection(JSON.parse(readFileSync(lastReleaseFile, 'utf8')), current).replace(
  '## Next release',
  `## ${today}`,
)
writeFileSync(changelogFile, changelog(nextSection(current, current), `${released}\n\n${releasesOf(page)}`))
writeFileSync(lastReleaseFile, asText(current))
