import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fieldOf, namesOf } from './resource-names.ts'
import type { Names } from './resource-names.ts'
import { apiRow, scopesWith, withEventWords } from './resource-docs.ts'
import {
  fixtureText,
  modelText,
  relationsAmong,
  schemaText,
  sdkText,
  triggerExample,
  withJson,
} from './resource-texts.ts'

const help = `Writes a new kind of record into every place that it needs, beside time entries.

  npx pnpm@12 new:resource <path> <field>:<kind>…
  npx pnpm@12 new:resource tasks title:required matter_id:matters due_date:date done:flag

A kind is text, required (text), flag, amount, date, moment, or the path of the resource that it refers to.
`

/** Behind each line that has `pattern` the same line for the new resource instead of `old`. */
const beside = (text: string, pattern: RegExp, old: Names, fresh: Names) =>
  text.replaceAll(/^.*\n/gm, (line) => {
    if (!pattern.test(line)) return line
    const copy = (['event', 'many', 'Many', 'one', 'One', 'path'] as const).reduce(
      (changed, name) => changed.replaceAll(old[name], fresh[name]),
      line,
    )
    return line + copy
  })

const timeEntries = namesOf('time-entries')

/** Writes the files and lines of a resource below `root`. */
export function writeResource(root: string, path: string, fieldTexts: readonly string[]): void {
  const names = namesOf(path)
  const fields = fieldTexts.map(fieldOf)
  const place = (file: string) => join(root, file)
  const change = (file: string, how: (text: string) => string) =>
    writeFileSync(place(file), how(readFileSync(place(file), 'utf8')))
  const create = (file: string, text: string) => writeFileSync(place(file), text, { flag: 'wx' })

  create(`packages/schemas/src/resources/${path}.ts`, schemaText(names, fields))
  create(`packages/sdk/src/resources/${path}.ts`, sdkText(names, fields))
  create(
    `.changeset/add-${path}.md`,
    `---\n'@matterbase/sdk': minor\n---\n\n\`mb.${names.many}\`: TODO, in a sentence.\n`,
  )
  change('prisma/schema.prisma', (text) => text + modelText(names, fields))
  const besideTime = (text: string, pattern = /TimeEntr|timeEntr|time-entr|'time_entry\./) =>
    beside(text, pattern, timeEntries, names)
  change('packages/schemas/src/records.ts', (text) => besideTime(text))
  change('packages/sdk/src/client.ts', (text) =>
    besideTime(text).replace(`  readonly ${names.many}: `, '  /** TODO: what they are. */\n$&'),
  )
  change('packages/sdk/src/testing/operations.ts', (text) => besideTime(text))
  change('packages/sdk/src/testing/fixtures.ts', (text) =>
    besideTime(text).replace(`  readonly ${names.one}: `, `  /** ${names.aNoun.replace('a', 'A')}. */\n$&`),
  )
  change('packages/sdk/src/webhooks/events.ts', (text) => withEventWords(besideTime(text), names))
  change('packages/sdk/src/resources/webhook-types.ts', (text) => besideTime(text))
  change('packages/sdk/cli/triggers.ts', (text) =>
    besideTime(text, /'time_entry\./).replace(/^ {2}clients: .*\n/m, (line) => line + triggerExample(names, fields)),
  )
  change(
    'packages/sdk/src/testing/records.ts',
    (text) => besideTime(text, /import type \{ TimeEntry/) + fixtureText(names, fields),
  )
  change('docs/api/authentication.md', (text) => scopesWith(text, names))
  change('packages/sdk/api.md', (text) =>
    text.replace(/^\| `mb\.timeEntries` .*\n/m, (row) => row + apiRow(names, fields)),
  )
  const { One, Many } = names
  const related = relationsAmong(fields).length > 0 ? [`${One}Related`] : []
  const types = [One, `${One}Create`, `${One}ListParams`, ...related, Many, `${One}Update`].join(', ')
  change('packages/sdk/src/index.ts', (text) => `${text}export type { ${types} } from './resources/${path}.ts'\n`)
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
  const { table } = namesOf(path)
  run(root, 'pnpm', '--filter', '@matterbase/db', 'migration', `add_${table}`)
  const folder = readdirSync(join(root, 'prisma/migrations')).findLast((name) => name.endsWith(`_add_${table}`)) ?? ''
  const migration = join(root, 'prisma/migrations', folder, 'migration.sql')
  writeFileSync(migration, withJson(readFileSync(migration, 'utf8'), namesOf(path), fields.map(fieldOf)))
  run(root, 'pnpm', 'build')
  run(root, 'pnpm', '--filter', '@matterbase/schemas', 'openapi')
  run(root, 'pnpm', 'exec', 'vitest', 'run', 'packages/sdk/test/package/api-surface.slow.test.ts', '--update')
  run(root, 'pnpm', 'format')
  process.stdout.write(
    "Written. `git diff` shows it, `git grep -n --untracked TODO 'packages/*/src' .changeset` what to say in words.\n",
  )
}
