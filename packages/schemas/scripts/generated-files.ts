import { readFileSync } from 'node:fs'
import { format } from 'oxfmt'
import type { OpenApiDocument } from '../src/openapi/open-api-document.ts'
import { changelogPage } from './changelog.ts'
import { eventCatalogue } from './event-catalogue.ts'
import { postmanCollection } from './postman.ts'
import { asText } from './released.ts'
import { object } from './schema-changes.ts'
import { sdkFiles } from './sdk/sdk-files.ts'
import { pagesWithTables } from './tables/pages.ts'

const root = new URL('../../../', import.meta.url)

interface GeneratedFile {
  /** Its path in the repository. */
  readonly name: string
  readonly file: URL
  readonly text: string
}

/** Every file that follows from the document and the contract, in the layout of the repository. */
export async function generatedFiles(source: OpenApiDocument): Promise<GeneratedFile[]> {
  const document = object(JSON.parse(JSON.stringify(source)))
  const files = [
    { name: 'docs/api/changelog.md', text: changelogPage(document) },
    { name: 'docs/api/matterbase.postman_collection.json', text: asText(postmanCollection(source)) },
    { name: 'docs/webhooks/events.md', text: eventCatalogue(source) },
    ...pagesWithTables(source).map(({ name, current }) => ({ name, text: current })),
    ...sdkFiles(document, root),
  ]
  return Promise.all(
    files.map(async ({ name, text }) => ({ name, file: new URL(name, root), text: await formatted(name, text) })),
  )
}

/** @throws Error with the first line that is not valid. */
async function formatted(name: string, text: string): Promise<string> {
  const {
    $schema: _schema,
    ignorePatterns: _patterns,
    ...options
  } = object(JSON.parse(readFileSync(new URL('.oxfmtrc.json', root), 'utf8')))
  const { code, errors } = await format(name, text, options)
  if (errors[0]) throw new Error(`${name}: ${errors[0].codeframe ?? errors[0].message}`)
  return code
}
