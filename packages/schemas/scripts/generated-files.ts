import { readFileSync } from 'node:fs'
import { format } from 'oxfmt'
import type { OpenApiDocument } from '../src/openapi/open-api-document.ts'
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

/** The files of the SDK that follow from the contract, and the pages with tables out of it. */
export async function generatedFiles(document: OpenApiDocument): Promise<GeneratedFile[]> {
  const files = [
    ...sdkFiles(object(JSON.parse(JSON.stringify(document))), root),
    ...pagesWithTables(document).map(({ name, current }) => ({ name, text: current })),
  ]
  return Promise.all(
    files.map(async ({ name, text }) => ({ name, file: new URL(name, root), text: await formatted(name, text) })),
  )
}

/** A text in the layout of the repository. @throws Error with the first line that is not valid. */
export async function formatted(name: string, text: string): Promise<string> {
  const {
    $schema: _schema,
    ignorePatterns: _patterns,
    ...options
  } = object(JSON.parse(readFileSync(new URL('.oxfmtrc.json', root), 'utf8')))
  const { code, errors } = await format(name, text, options)
  if (errors[0]) throw new Error(`${name}: ${errors[0].codeframe ?? errors[0].message}`)
  return code
}
