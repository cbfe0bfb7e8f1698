import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import type { Answer } from '../../api/contract.ts'
import type { Resource } from '../../records/resource.ts'
import type { Item } from './mapping.ts'

type Previewed = Answer<'POST /matters/bulk-preview'>['results'][number]

export interface Problem {
  /** The line in the file; the first one holds the names. */
  readonly line: number
  readonly what: string
}

export interface Preview {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly problems: readonly Problem[]
  /** Examples of what would change. */
  readonly changes: readonly { readonly line: number; readonly fields: Previewed['changes'] }[]
  /** The rows that would do something. */
  readonly effective: readonly Row[]
}

interface Row {
  readonly line: number
  readonly item: Item
}

export type Progress = (done: number, of: number) => void

const batchSize = 200
const maxExamples = 20

/** What an import would do: nothing is written. */
export async function preview({ path }: Resource, items: readonly Item[], onProgress: Progress): Promise<Preview> {
  const key = `POST /${path}/bulk-preview` as const
  const { rows, repeated } = distinct(items)
  const results: (Row & { readonly result: Previewed })[] = []
  for (const batch of batchesOf(rows)) {
    const answer = await call(key, { body: { data: batch.map(({ item }) => item) } })
    results.push(...answer.results.flatMap((result, index) => (batch[index] ? [{ ...batch[index], result }] : [])))
    onProgress(results.length, rows.length)
  }
  const having = (outcome: Previewed['outcome']) => results.filter(({ result }) => result.outcome === outcome)
  return {
    created: having('created').length,
    changed: having('changed').length,
    unchanged: having('unchanged').length,
    problems: [...repeated, ...having('error').map(({ line, result }) => ({ line, what: reasonOf(result) }))].sort(
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
}

/** Writes what the preview found to be new or changed, each row on its own. */
export async function importRows({ path }: Resource, rows: readonly Row[], onProgress: Progress): Promise<Imported> {
  const key = `POST /${path}/bulk` as const
  const byExternalId = rows.filter(({ item }) => 'external_id' in item)
  const byId = rows.filter(({ item }) => !('external_id' in item))
  const problems: Problem[] = []
  let [created, changed, done] = [0, 0, 0]
  for (const batch of batchesOf(byExternalId)) {
    const { results } = await call(key, { query: {}, body: { data: batch.map(({ item }) => item) } }, { isQuiet: true })
    for (const result of results) {
      if ('error' in result) problems.push({ line: batch[result.index]?.line ?? 0, what: reasonOf(result) })
      else if (result.created) created += 1
      else changed += 1
    }
    onProgress((done += batch.length), rows.length)
  }
  for (const { line, item } of byId) {
    const what = await updateOne(path, item)
    if (what === undefined) changed += 1
    else problems.push({ line, what })
    onProgress((done += 1), rows.length)
  }
  return { created, changed, problems }
}

async function updateOne(path: Resource['path'], { id, ...body }: Item): Promise<string | undefined> {
  try {
    const key = `PATCH /${path}/{id}` as const
    await call(key, { params: { id: Number(id) }, body }, { isQuiet: true })
    return undefined
  } catch (error) {
    if (error instanceof CallError) return reasonOf({ error: error.message, details: [...error.details] })
    throw error
  }
}

/** Of rows with the same external_id only the first is taken: it is not known which one is meant. */
function distinct(items: readonly Item[]): { rows: Row[]; repeated: Problem[] } {
  const seen = new Map<unknown, number>()
  const rows: Row[] = []
  const repeated: Problem[] = []
  items.forEach((item, index) => {
    const line = index + 2
    const { external_id: externalId } = item
    const first = externalId === undefined ? undefined : seen.get(externalId)
    if (first === undefined) rows.push({ line, item })
    else repeated.push({ line, what: `external_id ${String(externalId)} is in line ${first} already` })
    if (externalId !== undefined && first === undefined) seen.set(externalId, line)
  })
  return { rows, repeated }
}

function reasonOf({ error, details }: Pick<Previewed, 'error' | 'details'>): string {
  return details?.map(({ field, message }) => `${field} ${message}`).join('; ') ?? error ?? 'Unknown'
}

function batchesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, at) =>
    all.slice(at * batchSize, (at + 1) * batchSize),
  )
}
