import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getCallSites } from 'node:util'
import { loadModule, parseSync } from 'libpg-query'
import { Client } from 'pg'
import { mayReach } from './allowed.ts'
import { readCatalog } from './catalog.ts'
import type { Catalog } from './catalog.ts'
import { referencesIn } from './references.ts'
import { mayChange } from './worked-out.ts'
import { refusedIn } from './written.ts'

export interface TenancyCheck {
  /** Notes a statement. @param file the file that sent it, or null for a test, whose statements are not checked. */
  note(text: string, file?: string | null): void
  /** The files that have sent statements. */
  files(): ReadonlySet<string>
  /**
   * Checks that each statement names its workspace in every table of a tenant that it reads or writes, and writes nothing
   * that a database of several nodes would refuse.
   * @throws Error with a sentence for every mistake.
   */
  check(url: string): Promise<void>
}

// Shared by all test databases, which have one schema and mainly the same statements.
const checked = new Map<string, readonly string[]>()
let tables: Promise<Catalog> | undefined

export function createTenancyCheck(): TenancyCheck {
  /** The file that sent each statement, by its text. */
  const sent = new Map<string, string>()
  return {
    note(text, file) {
      if (sent.has(text)) return
      const sender = file === undefined ? callerInProduct() : file
      if (sender !== null) sent.set(text, sender)
    },
    files: () => new Set(sent.values()),
    async check(url) {
      const fresh = [...sent].filter(([text]) => !checked.has(text))
      if (fresh.length > 0) {
        await loadModule()
        const catalog = await (tables ??= readTables(url))
        for (const [text, file] of fresh) checked.set(text, mistakesIn(text, file, catalog))
      }
      const found = [...sent].flatMap(([text, file]) => {
        const mistakes = checked.get(text) ?? []
        return mistakes.length > 0
          ? [[...mistakes, `In ${file}: ${text.replaceAll(/\s+/g, ' ').trim()}`].join('\n')]
          : []
      })
      sent.clear()
      if (found.length > 0) throw new Error(`Statements that do not name their workspace.\n\n${found.join('\n\n')}`)
    },
  }
}

export function mistakesIn(text: string, file: string, catalog: Catalog): string[] {
  const parsed = parseSync(text)
  const reached = referencesIn(parsed, catalog).filter(({ reach, table }) => reach === 'all' && !mayReach(file, table))
  const refused = refusedIn(parsed, catalog).filter(({ name }) => !mayChange(file, name))
  return [
    ...new Set([
      ...reached.map(
        ({ table }) => `Table ${table}: nothing says of which workspace. Add workspace_id = $n, or what equals it.`,
      ),
      ...refused.map(
        ({ table, why }) => `Table ${table}: ${why}. Make it a parameter, or read it in a statement of its own.`,
      ),
    ]),
  ]
}

async function readTables(url: string): Promise<Catalog> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await readCatalog(client)
  } finally {
    await client.end()
  }
}

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

/** The path of the file that sent a statement, or null for a test. */
function callerInProduct(): string | null {
  const files = getCallSites(20).map(({ scriptName: name }) =>
    relative(root, name.startsWith('file:') ? fileURLToPath(name) : name),
  )
  const behind = files.slice(files.lastIndexOf('packages/db/src/client/sql.ts') + 1)
  const file = behind.find((each) => /^(?:apps|packages)\/(?!.*node_modules|db\/src\/)/.test(each)) ?? ''
  return file.includes('/test/') ? null : file
}
