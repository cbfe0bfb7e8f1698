import { createHash } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { listTables } from '../backup/catalog.ts'
import { withClient } from '../connect.ts'
import { writeWhole } from '../backup/new-file.ts'
import { explain } from '../explain.ts'
import { contentsOf, leftOut } from './contents.ts'
import type { Content } from './contents.ts'

export interface ExportOptions {
  readonly url: string
  readonly email: string
  /** A folder that is empty or not there yet. */
  readonly to: string
  readonly signal: AbortSignal
}

export interface ExportManifest {
  readonly account: { readonly owner_uuid: string; readonly email: string; readonly name: string }
  /** The moment that all of it was read as it was at. */
  readonly taken_at: string
  readonly files: { file: string; rows: number; bytes: number; sha256: string }[]
  /** Tables that are not in it, with why. */
  readonly left_out: Readonly<Record<string, string>>
}

/** Writes all that belongs to an account as lines of JSON, a file for each kind, and a manifest when all is there. */
export async function exportAccount({ url, email, to, signal }: ExportOptions): Promise<ExportManifest> {
  return withClient(url, signal, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`SET LOCAL ${setting} = 0`)
    const { account, taken_at, workspaces } = await findAccount(client, email)
    await makeFolders(
      to,
      workspaces.map(({ environment }) => environment),
    )
    const manifest: ExportManifest = { account, taken_at, files: [], left_out: leftOut }
    const add = async (content: Content, id: string, file: string) =>
      void manifest.files.push({ file, ...(await writeRows(client, { content, id, file: join(to, file) })) })
    for (const content of contentsOf(await listTables(client)))
      if (content.of === 'account') await add(content, account.owner_uuid, `${content.table}.ndjson`)
      else
        for (const { id, environment } of workspaces)
          await add(content, String(id), `${environment}/${content.table}.ndjson`)
    await writeWhole(join(to, 'manifest.json'), async (into) => void into.end(`${JSON.stringify(manifest, null, 2)}\n`))
    return manifest
  })
}

async function findAccount(client: Client, email: string) {
  const { rows } = await client.query<ExportManifest['account'] & { taken_at: Date }>(
    'SELECT owner_uuid, email, name, clock_timestamp() AS taken_at FROM accounts WHERE email = lower(trim($1))',
    [email],
  )
  const [found] = rows
  if (!found) throw new Error(`No account has the email address ${email}`)
  const { taken_at, ...account } = found
  const workspaces = await client.query<{ id: number; environment: string }>(
    'SELECT id, environment FROM workspaces WHERE owner_uuid = $1 ORDER BY id',
    [account.owner_uuid],
  )
  return { account, taken_at: taken_at.toISOString(), workspaces: workspaces.rows }
}

async function makeFolders(to: string, environments: readonly string[]): Promise<void> {
  try {
    await mkdir(to, { recursive: true, mode: 0o700 })
    const [there] = await readdir(to)
    if (there !== undefined) throw new Error(`it contains ${there}`)
    for (const environment of environments) await mkdir(join(to, environment), { mode: 0o700 })
  } catch (cause) {
    throw new Error(`${to} cannot be used (${explain(cause)}): give a new or empty folder`, { cause })
  }
}

async function writeRows(client: Client, { content, id, file }: { content: Content; id: string; file: string }) {
  const hash = createHash('sha256')
  const columns = content.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const where = content.where.replaceAll('$1', client.escapeLiteral(id))
  const rows = client.query(
    copyTo(
      // As CSV whose quotes and commas are characters that JSON never has: so it comes as it is.
      `COPY (SELECT row_to_json(own) FROM (SELECT ${columns} FROM ${client.escapeIdentifier(content.table)} WHERE ${where}) AS own)
       TO STDOUT (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`,
    ),
  )
  const summed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  const bytes = await writeWhole(file, (into) => pipeline(rows, summed, into))
  await client.query('SELECT 1')
  return { rows: rows.rowCount, bytes, sha256: hash.digest('hex') }
}
