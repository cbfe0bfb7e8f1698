import { readFile } from 'node:fs/promises'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'
import { CatalogAdapter } from './catalog-adapter.ts'

const schemaFile = new URL('../../../prisma/schema.prisma', import.meta.url)

// The engine reports a panic here before it dies; without it the reason is lost.
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => process.stderr.write(`${message}\n`) },
})

/** The SQL that turns the database's schema into that of schema.prisma; '' when they agree. */
export async function diffSchema(url: string): Promise<string> {
  const content = await readFile(schemaFile, 'utf8')
  const files = [{ path: 'schema.prisma', content }]
  const adapter = bindMigrationAwareSqlAdapterFactory(new CatalogAdapter(url))
  using engine = await SchemaEngine.new({ datamodels: [['schema.prisma', content]] }, () => undefined, adapter)
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: ['public._prisma_migrations'], externalEnums: [] },
  })
  return stdout === null || stdout.trim() === '-- This is an empty migration.' ? '' : stdout
}
