import { readFileSync } from 'node:fs'
import type { Json } from '../schema-changes.ts'
import { eventFixturesFile } from './event-fixtures-file.ts'
import { fixturesFile } from './fixtures-file.ts'
import {
  importsOfClient,
  indexFile,
  membersOfClient,
  methodsOfClient,
  newRecordsFile,
  operationsFile,
  pathsFile,
} from './records-files.ts'
import { typeFiles } from './type-files.ts'

const folder = 'packages/sdk/'
const heading = '// Generated from the contract. `npx pnpm@12 generate` writes it again.\n\n'

const regions: Readonly<Record<string, () => string>> = {
  imports: importsOfClient,
  members: membersOfClient,
  methods: methodsOfClient,
}

/** `client.ts` with the resources between its comments: `// generated: members` and `// end`. */
const withResources = (text: string) =>
  text.replaceAll(
    /^( *\/\/ generated: (\w+)\n)[^]*?^( *\/\/ end)$/gm,
    (_all, start: string, name: string, end: string) => `${start}${regions[name]?.() ?? `No ${name}`}\n${end}`,
  )

/** The files of the SDK that follow from the contract, by their paths in the repository. */
export function sdkFiles(document: Json, root: URL): { readonly name: string; readonly text: string }[] {
  const client = `${folder}src/client.ts`
  const generated = [
    ...typeFiles(document).map(({ name, text }) => ({ name: `src/generated/${name}.ts`, text })),
    { name: 'src/testing/generated/fixtures.ts', text: fixturesFile(document) },
    { name: 'src/testing/generated/event-fixtures.ts', text: eventFixturesFile(document) },
    { name: 'src/testing/generated/operations.ts', text: operationsFile() },
    { name: 'src/generated/resource-path.ts', text: pathsFile() },
    { name: 'src/generated/index.ts', text: indexFile() },
    { name: 'cli/generated/new-records.ts', text: newRecordsFile() },
  ]
  return [
    ...generated.map(({ name, text }) => ({ name: `${folder}${name}`, text: `${heading}${text}` })),
    { name: client, text: withResources(readFileSync(new URL(client, root), 'utf8')) },
  ]
}
