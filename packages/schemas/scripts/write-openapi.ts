import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { breakingChanges } from './breaking-changes.ts'
import { generatedFiles } from './generated-files.ts'
import { sortBreaking } from './on-purpose.ts'
import { asText, currentDocument, releasedFile } from './released.ts'

// Writes the document of the next release, unless it would break clients of the last one, and every file that follows
// from it.
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
  for (const { file, text } of await generatedFiles(current)) {
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, text)
  }
}
