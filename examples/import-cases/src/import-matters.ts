import {
  ApiError,
  AuthenticationError,
  type Matter,
  type Matterbase,
  type MatterUpdate,
  PermissionError,
} from '@matterbase/sdk'

export interface Tally {
  created: number
  updated: number
  unchanged: number
  failed: number
  /** The first few reasons of failed rows. */
  readonly reasons: string[]
}

export interface ImportOptions {
  /** Requests at the same time. */
  readonly concurrency: number
  readonly onRow?: (tally: Tally) => void
}

const mostReasons = 5

/**
 * Upserts every matter with a separate request. You can run it again. A row that the server refuses counts as failed. A
 * refused API key or an unreachable server ends the import with an error.
 */
export async function importMatters(
  mb: Pick<Matterbase, 'matters'>,
  cases: AsyncIterable<MatterUpdate>,
  { concurrency, onRow = () => {} }: ImportOptions,
): Promise<Tally> {
  const tally: Tally = { created: 0, updated: 0, unchanged: 0, failed: 0, reasons: [] }
  const kindOf = await changeDetector(mb)

  const importOne = async ({ external_id, ...matter }: MatterUpdate) => {
    try {
      if (!external_id) throw new Error('external_id is missing')
      const { data, created } = await mb.matters.upsert(external_id, matter)
      tally[kindOf(data, created)] += 1
    } catch (error) {
      if (isFinal(error)) throw error
      tally.failed += 1
      if (tally.reasons.length < mostReasons) tally.reasons.push(`${external_id ?? '?'}: ${reasonOf(error)}`)
    }
    onRow(tally)
  }

  // Workers share the iterator; an async generator queues their calls of next().
  const rest = cases[Symbol.asyncIterator]()
  const work = async () => {
    for (let row = await rest.next(); !row.done; row = await rest.next()) await importOne(row.value)
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } finally {
    await rest.return?.()
  }
  return tally
}

/**
 * Tells a write that changed something from one that did not: updated_at is a strictly increasing clock of the
 * workspace, so only a change in this run carries a stamp that is newer than the newest one before it.
 */
async function changeDetector(mb: Pick<Matterbase, 'matters'>) {
  const [newest] = (await mb.matters.list({ sort: '-updated_at', limit: 1 })).data
  const before = newest ? Date.parse(newest.updated_at) : 0
  const stampsOfThisRun = new Map<number, string>()
  return ({ id, updated_at }: Matter, created: boolean): 'created' | 'updated' | 'unchanged' => {
    const seen = stampsOfThisRun.get(id) === updated_at
    stampsOfThisRun.set(id, updated_at)
    if (created) return 'created'
    return !seen && Date.parse(updated_at) > before ? 'updated' : 'unchanged'
  }
}

const isFinal = (error: unknown) =>
  error instanceof AuthenticationError ||
  error instanceof PermissionError ||
  (error instanceof Error && error.name === 'ConnectionError')

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.details.length > 0)
    return error.details.map(({ field, message }) => `${field}: ${message}`).join('; ')
  return error instanceof Error ? error.message : String(error)
}
