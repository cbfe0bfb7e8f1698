import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { listTables, loosen, setSequences } from './catalog.ts'
import { DamagedError } from './damaged.ts'
import type { Frame, Head, TableSum } from './frames.ts'
import { manifestOf } from './write-backup.ts'
import type { Manifest } from './write-backup.ts'

/**
 * Writes the rows of a backup into the empty tables of its schema, in the caller's transaction.
 *
 * @returns what was written; tables that the schema has not got are left out and named.
 */
export async function load(
  client: ClientBase,
  head: Head,
  frames: AsyncGenerator<Frame>,
): Promise<{ manifest: Manifest; leftOut: string[] }> {
  const known = new Set((await listTables(client)).map(({ name }) => name))
  const [manifest, leftOut]: [Manifest, string[]] = [manifestOf(head), []]
  const putBack = await loosen(client)
  for (let frame = await frames.next(); !frame.done; frame = await frames.next()) {
    if (frame.value.kind !== 'table') continue
    const { name, columns } = frame.value.value
    if (!known.delete(name)) {
      leftOut.push(name)
      continue
    }
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    const copy = client.query(copyFrom(`COPY ${client.escapeIdentifier(name)} (${list}) FROM STDIN (FORMAT binary)`))
    const rows = rowsOf(frames)
    await pipeline(rows.chunks, copy)
    const sum = rows.sum()
    if (copy.rowCount !== sum.rows) throw new DamagedError(`${name} has the wrong number of rows`)
    manifest.tables.push({ name, ...sum })
    manifest.rows += sum.rows
  }
  if (known.size > 0) throw new DamagedError(`the tables ${[...known].join(', ')} are missing`)
  await setSequences(client, head.sequences)
  await putBack()
  return { manifest, leftOut }
}

/** The rows up to the sum of their table, which is known after them. */
function rowsOf(frames: AsyncGenerator<Frame>) {
  let sum: TableSum | undefined
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let frame = await frames.next(); !frame.done; frame = await frames.next()) {
      if (frame.value.kind === 'rows') yield frame.value.value
      if (frame.value.kind !== 'sum') continue
      sum = frame.value.value
      return
    }
  }
  return {
    chunks: chunks(),
    sum(): TableSum {
      if (!sum) throw new DamagedError('the end of a table is missing')
      return sum
    },
  }
}
