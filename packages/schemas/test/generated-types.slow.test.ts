import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { generate } from 'orval'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releasedFile } from '../scripts/released.ts'
import { eventKinds } from '../src/events/event-kinds.ts'

// An integrator may have either: the last TypeScript before it became a native program, or that.
const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'))
const nativeTsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))
const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  lib: ['es2024', 'dom'],
  allowImportingTsExtensions: true,
  module: 'nodenext',
  types: [],
  // TypeScript's own, which are most of the work.
  skipDefaultLibCheck: true,
}

/** What is done with the types, whoever made them. */
const sample = `
/** Titles of a page of a plain list: nothing has to be told apart first. */
export function titles(page: MatterList): (string | undefined)[] {
  const [first] = page.data
  const title: string | undefined = page.data[0].title
  return [title, first?.title, ...page.data.map((item) => item.title)]
}

/** A deleted record is told by its deleted_at. */
export function byKind(page: MatterList): { matters: Matter[]; deleted: number[] } {
  const deleted = page.data.flatMap((item) => ('deleted_at' in item ? [item.id] : []))
  return { matters: page.data.flatMap((item) => ('deleted_at' in item ? [] : [item])), deleted }
}

/** What \`fields=title\` leaves has a type of the reader's own: the schemas are those of whole records. */
export const titled = (body: { data: Pick<Matter, 'id' | 'title'>[] }): string[] => body.data.map((item) => item.title)

export const status: MatterStatus = 'On Hold'
// @ts-expect-error There is no such status.
export const wrong: MatterStatus = 'Held'

export const messageOf = (error: ApiError): string => error.error + error.code

export function textOf(event: WebhookEvent): string {
  switch (event.event) {
    case 'matter.created':
      return event.data.title
    case 'client.created':
      return event.data.company_name ?? event.data.email ?? ''
    case 'lead.created':
      return event.data.lead_id
    case 'invoice.paid':
      return event.data.invoice_number
    case 'document.signed':
      return event.data.signer_name
    case 'ping.test':
      return event.data.message
    default:
      return ''
  }
}

/** What has a default can be left out. */
export const expense: ExpenseCreate = { description: 'Court fee' }
export const entry: TimeEntryCreate = { description: 'Call' }
export const matter: MatterCreate = { title: 'Doe v. Roe' }

/** With \`expand\` a related record is there, or null. */
export function nameOf({ client }: ExpandedMatter): string | null {
  if (client === null) return null
  const known: Client | undefined = client
  return known?.company_name ?? null
}

export const owed = ({ open_amount: open }: Invoice): number => open
export const paid = ({ amount }: Payment, { total_amount: total }: CreditNote): number => amount - total

/** Every kind, so that one that is missing does not compile. */
export const seen: Record<WebhookEvent['event'], true> = { ${eventKinds.map((kind) => `'${kind}': true`).join(', ')} }
`

const names = [
  'Matter',
  'MatterList',
  'MatterStatus',
  'MatterCreate',
  'ExpandedMatter',
  'Client',
  'TimeEntryCreate',
  'ExpenseCreate',
  'Invoice',
  'Payment',
  'CreditNote',
  'ApiError',
  'WebhookEvent',
]

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matterbase-generated-'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rm(folder, { recursive: true }))

/** What the compiler says against the sample with these types. */
const complaints = (name: string, prelude: string, compiler: string) => compile(name, prelude + sample, compiler)

/** What the compiler says against a file. */
async function compile(name: string, text: string, compiler: string): Promise<string> {
  await writeFile(join(folder, `${name}-sample.ts`), text)
  const config = join(folder, `${name}.json`)
  await writeFile(config, JSON.stringify({ compilerOptions, files: [`${name}-sample.ts`] }))
  const printed = await promisify(execFile)(process.execPath, [compiler, '-p', config]).catch(
    (failure: { stdout: string }) => failure,
  )
  return printed.stdout
}

describe('the types that are generated from the document compile with what an integrator does', () => {
  it('by openapi-typescript', async () => {
    await writeFile(join(folder, 'schema.d.ts'), astToString(await openapiTS(releasedFile)))
    const types = names.map((name) => `type ${name} = components['schemas']['${name}']\n`).join('')
    const listed = `type Listed = paths['/matters']['get']['responses'][200]['content']['application/json']
export const titleOf = (listed: Listed): string | undefined => listed.data[0].title\n`
    expect(
      await complaints('schema', `import type { components, paths } from './schema.d.ts'\n${types}${listed}`, tsc),
    ).toBe('')
  })

  it('by @hey-api/openapi-ts', async () => {
    await createClient({
      input: fileURLToPath(releasedFile),
      output: { path: join(folder, 'hey-api'), module: { extension: '.js' } },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent' },
    })
    const listed = `export const titleOf = (listed: ListMattersResponse): string | undefined => listed.data[0].title\n`
    const types = `import type { ListMattersResponse, ${names.join(', ')} } from './hey-api/types.gen.js'\n`
    expect(await complaints('hey-api', types + listed, nativeTsc)).toBe('')
  })

  it('by orval, as a client with fetch', async () => {
    await generate({
      input: fileURLToPath(releasedFile),
      output: { target: join(folder, 'orval.ts'), client: 'fetch' },
    })
    const types = `import type { ${names.join(', ')} } from './orval.ts'\n`
    expect(await complaints('orval', types, nativeTsc)).toBe('')
  })

  it('by orval, as schemas of zod', async () => {
    await symlink(new URL('../node_modules', import.meta.url), join(folder, 'node_modules'))
    await generate({
      input: fileURLToPath(releasedFile),
      output: { target: join(folder, 'schemas.ts'), client: 'zod' },
    })
    expect(await compile('schemas', "export * from './schemas.ts'\n", nativeTsc)).toBe('')
  })
})
