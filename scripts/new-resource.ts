import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fieldOf, namesOf } from './resource-names.ts'
import { changesetText, modelText, schemaText, withRegistration } from './resource-texts.ts'

const help = `Writes a new kind of record: its contract, its table and all that is generated from the contract.

  npx pnpm@12 new:resource <path> <field>:<kind>…
  npx pnpm@12 new:resource tasks title:required matter_id:matters due_date:date done:flag

A kind is text, required (text), flag, amount, date, moment, or the path of the resource that it refers to.
`

/** Writes the files and lines of a resource below `root`. */
export function writeResource(root: string, path: string, fieldTexts: readonly string[]): void {
  const names = namesOf(path)
  const fields = fieldTexts.map(fieldOf)
  const place = (file: string) => join(root, file)
  const change = (file: string, how: (text: string) => string) =>
    writeFileSync(place(file), how(readFileSync(place(file), 'utf8')))
  const create = (file: string, text: string) => writeFileSync(place(file), text, { flag: 'wx' })

  create(`packages/schemas/src/resources/${path}.ts`, schemaText(names, fields))
  change('packages/schemas/src/records.ts', (text) => withRegistration(text, names))
  change('prisma/schema.prisma', (text) => text + modelText(names, fields))
  create(`.changeset/add-${path}.md`, changesetText(names))
}

function run(root: string, ...[command, ...args]: readonly [string, ...string[]]) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} failed`)
}

if (import.meta.main) {
  const [path = '', ...fields] = process.argv.slice(2)
  if (!/^[a-z][a-z-]*s$/.test(path) || fields.length === 0) {
    process.stdout.write(help)
    process.exit(1)
  }
  const root = fileURLToPath(new URL('../', import.meta.url))
  writeResource(root, path, fields)
  run(root, 'pnpm', '--filter', '@matterbase/db', 'migration', `add_${namesOf(path).table}`)
  run(root, 'pnpm', 'generate')
  run(root, 'pnpm', 'format')
  process.stdout.write(
    'Written. `git diff` shows it, `git grep -n --untracked TODO packages/schemas/src .changeset` lists the texts that are missing.\n',
  )
}
