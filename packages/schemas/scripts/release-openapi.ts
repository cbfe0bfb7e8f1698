import { readFileSync, writeFileSync } from 'node:fs'
import { changelog, changelogFile, lastReleaseFile, nextSection, releasesOf, whyOf } from './changelog.ts'
import { asText, currentDocument } from './released.ts'

// Makes the current document that of a release. The next section of the changelog gets today's date.
const current = JSON.parse(asText(currentDocument()))
const page = readFileSync(changelogFile, 'utf8')
const today = new Date().toISOString().slice(0, 10)
const last = JSON.parse(readFileSync(lastReleaseFile, 'utf8'))
const released = nextSection(last, current, whyOf(page)).replace('## Next release', `## ${today}`)
writeFileSync(changelogFile, changelog(nextSection(current, current), `${released}\n\n${releasesOf(page)}`))
writeFileSync(lastReleaseFile, asText(current))
