import { partOf } from '../../api/attempt.ts'
import type { Attempt } from '../../api/attempt.ts'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/contract.ts'
import type { Resource } from '../resource.ts'
import { batchesOf, inParts } from './batches.ts'
import type { Item, ReadRow } from './mapping.ts'

type Previewed = Answer<'POST /matters/bulk-preview'>['results'][number]

export interface Problem {
  /** The line of the file. */
  readonly line: number
  readonly what: string
}

export interface Preview {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly problems: readonly Problem[]
  /** Examples of changes. */
  readonly changes: readonly { readonly line: number; readonly fields: Previewed['changes'] }[]
  /** The rows that would do something. */
  readonly effective: readonly Row[]
}

export interface Row {
  readonly line: number
  readonly item: Item
}

export type Progress = (done: number, of: number) => void

const maxExamples = 20

/** Previews an import. Nothing is written. */
export async function preview({ path }: Resource, read: readonly ReadRow[], onProgress: Progress): Promise<Preview> {
  const key = `POST /${path}/bulk-preview` as const
  const { rows, problems } = distinct(read)
  const results: (Row & { readonly result: Previewed })[] = []
  for (const batch of batchesOf(rows)) {
    const found = await inParts(
      batch,
      async (data) => (await call(key, { body: { data } }, { attempt: undefined })).results,
    )
    results.push(...found.map((result, index) => ({ ...(batch[index] ?? { line: 0, item: {} }), result })))
    onProgress(results.length, rows.length)
  }
  const having = (outcome: Previewed['outcome']) => results.filter(({ result }) => result.outcome === outcome)
  return {
    created: having('created').length,
    changed: having('changed').length,
    unchanged: having('unchanged').length,
    problems: [...problems, ...having('error').map(({ line, result }) => ({ line, what: reasonOf(result) }))].sort(
      (a, b) => a.line - b.line,
    ),
    changes: having('changed')
      .slice(0, maxExamples)
      .map(({ line, result }) => ({ line, fields: result.changes })),
    effective: results
      .filter(({ result }) => result.outcome === 'created' || result.outcome === 'changed')
      .map(({ line, item }) => ({ line, item })),
  }
}

export interface Imported {
  readonly created: number
  readonly changed: number
  readonly problems: readonly Problem[]
  /** The line and reason if the import ended early. The rows before this line are imported. */
  readonly stopped?: Problem
}

/** Writes the new and changed rows of a preview. Each row succeeds or fails independently. */
export async function importRows(
  { path }: Resource,
  rows: readonly Row[],
  attempt: Attempt,
  onProgress: Progress,
): Promise<Imported> {
  const key = `POST /${path}/bulk-import` as const
  const problems: Problem[] = []
  let [created, changed, done] = [0, 0, 0]
  for (const batch of batchesOf(rows)) {
    try {
      const results = await inParts(
        batch,
        async (data, part) =>
          (await call(key, { body: { data } }, { isQuiet: true, attempt: partOf(attempt, part) })).results,
      )
      for (const [index, result] of results.entries()) {
        if (result.outcome === 'error') problems.push({ line: batch[index]?.line ?? 0, what: reasonOf(result) })
        else if (result.outcome === 'created') created += 1
        else changed += 1
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return { created, changed, problems, stopped: { line: batch[0]?.line ?? 0, what: error.message } }
    }
    onProgress((done += batch.length), rows.length)
  }
  return { created, changed, problems }
}

/** The readable rows. If several rows name one record, only the first is imported. */
function distinct(read: readonly ReadRow[]): { rows: Row[]; problems: Problem[] } {
  const seen = new Map<string, number>()
  const rows: Row[] = []
  const problems: Problem[] = []
  for (const { line, item, problem } of read) {
    const key = item['external_id'] === undefined ? 'id' : 'external_id'
    const value = item[key]
    const name = value === undefined || typeof value === 'object' ? undefined : `${key} ${value}`
    const first = name === undefined ? undefined : seen.get(name)
    if (problem !== undefined) problems.push({ line, what: problem })
    else if (first !== undefined) problems.push({ line, what: `${name} is already in line ${first}` })
    else {
      rows.push({ line, item })
      if (name !== undefined) seen.set(name, line)
    }
  }
  return { rows, problems }
}

function reasonOf({ error, details }: Pick<Previewed, 'error' | 'details'>): string {
  return details?.map(({ field, message }) => `${field}: ${message}`).join('; ') ?? error ?? 'Unknown'
}
