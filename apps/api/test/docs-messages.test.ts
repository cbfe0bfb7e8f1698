import { readFile, readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'

// Operators search their log for the messages that the pages quote.

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

const quoted: readonly (readonly [page: string, message: string, folder: string])[] = [
  ['configuration', 'secrets were re-encrypted with the first encryption key', 'apps/worker/src'],
  ['high-availability', 'an export reads from the primary', 'apps/api/src'],
  ['monitoring', 'the event loop was held', 'apps/api/src'],
  ['troubleshooting', 'the event loop was held', 'apps/api/src'],
  ['troubleshooting', 'ENCRYPTION_KEY opens none of the secrets', 'packages/domain/src'],
  ['troubleshooting', 'and Matterbase needs 24 or newer', 'apps/cli/bin'],
  ['troubleshooting', 'is taken', 'apps/cli/src/start'],
  ['troubleshooting', 'cannot be opened', 'apps/api/src'],
  ['troubleshooting', 'The database has the encoding', 'packages/db/src/migrations'],
  ['backups', 'account.restored_from_backup', 'apps/cli/src'],
]

it.each(quoted)('%s.md quotes "%s" as a program writes it', async (page, message, folder) => {
  expect(await read(`docs/self-host/${page}.md`)).toContain(message)
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true })
  const sources = await Promise.all(
    names.filter((name) => /\.[jt]s$/.test(name)).map((name) => read(`${folder}/${name}`)),
  )
  expect(sources.some((source) => source.includes(message))).toBe(true)
})
