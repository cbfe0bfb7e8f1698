import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { releasedFile } from './released.ts'
import { object } from './schema-changes.ts'

const help = `Writes the types of the API in another language, made by quicktype from the OpenAPI document.

  npx pnpm@12 --filter @matterbase/schemas generate:types <python|go|csharp|…> <schema> <file>
  npx pnpm@12 --filter @matterbase/schemas generate:types python MatterList matterbase.py
`

/** A schema of an OpenAPI 3.0 document, with those that it leads to, as JSON Schema. */
export function jsonSchema(document: object, name: string): object {
  const { schemas } = object(object(document)['components'])
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $ref: `#/definitions/${name}`,
    definitions: draft7(schemas),
  }
}

const only30 = ['example', 'discriminator', 'readOnly']

function draft7(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(draft7)
  if (typeof value !== 'object' || value === null) return value
  const { nullable, $ref, ...schema } = value as { nullable?: unknown; $ref?: unknown }
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', '#/definitions/') }
  const kept = Object.entries(schema).filter(([name, member]) => !only30.includes(name) || typeof member === 'object')
  const members = Object.fromEntries(kept.map(([name, member]) => [name, draft7(member)]))
  return nullable === true && typeof members['type'] === 'string'
    ? { ...members, type: [members['type'], 'null'] }
    : members
}

/** @throws Error when quicktype fails. */
export function generateTypes(language: string, name: string, file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'matterbase-types-'))
  const schema = join(folder, 'schema.json')
  writeFileSync(schema, JSON.stringify(jsonSchema(JSON.parse(readFileSync(releasedFile, 'utf8')), name)))
  const program = fileURLToPath(import.meta.resolve('quicktype/dist/index.js'))
  const args = [program, '--src-lang', 'schema', '--lang', language, '--top-level', name, '--out', file, schema]
  const { status, stderr } = spawnSync(process.execPath, args)
  rmSync(folder, { recursive: true })
  if (status !== 0) throw new Error(`quicktype failed: ${stderr.toString()}`)
}

if (import.meta.main) {
  const [language, name, file] = process.argv.slice(2)
  if (language === undefined || name === undefined || file === undefined) {
    process.stdout.write(help)
    process.exit(1)
  }
  generateTypes(language, name, file)
}
