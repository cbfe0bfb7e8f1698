import { requestBatch } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { LoggedRequest, RequestBatch } from '@matterbase/domain'
import type { Logger } from 'pino'
import { masked } from './mask-secrets.ts'

/** What is recorded of a request once it is answered; its texts are still to be masked. */
type Recorded = Omit<LoggedRequest, 'requestBody' | 'responseBody'> & {
  readonly requestBody: Buffer | string | undefined
  readonly responseBody: Buffer | string | undefined
}

export interface RequestRecorder {
  /** Takes note of a request, or of none when too many wait already. */
  add(request: Recorded): void
  /** Writes what waits; further ones are still taken. */
  flush(): Promise<void>
}

const everyMs = 250
const mostWaiting = 5_000
const mostBytes = 32 * 1024 * 1024
const mostInBatch = 500

/** Writes the request log: many rows in one statement, some times a second, and never slower than the API. */
export function requestRecorder(sql: Sql, log: Logger): RequestRecorder {
  let waiting: RequestBatch[] = []
  let count = 0
  let bytes = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function writeAll(): Promise<void> {
    const batches = waiting
    waiting = []
    count = 0
    bytes = 0
    if (dropped > 0) log.warn({ count: dropped }, 'requests are missing from the request log, because too many waited')
    dropped = 0
    for (const batch of batches)
      await batch
        .write(sql)
        .catch((err: unknown) =>
          log.warn({ err, count: batch.size() }, 'requests could not be added to the request log'),
        )
  }

  /** One that has room. */
  function openBatch(): RequestBatch {
    const last = waiting.at(-1)
    if (last && last.size() < mostInBatch) return last
    const batch = requestBatch()
    waiting.push(batch)
    return batch
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeAll)
    return writing
  }

  function schedule() {
    // Not before the batch under way is done: with the database away one of them waits, not all.
    timer ??= setTimeout(() => {
      void flush().finally(() => {
        if (waiting.length > 0) schedule()
      })
    }, everyMs).unref()
  }

  return {
    add(request) {
      const size = sizeOf(request.requestBody) + sizeOf(request.responseBody)
      if (count >= mostWaiting || bytes + size > mostBytes) {
        dropped++
        return
      }
      openBatch().add(toRow(request))
      count++
      bytes += size
      schedule()
    },
    flush,
  }
}

const sizeOf = (body: Buffer | string | undefined) => body?.length ?? 0

function toRow({ requestBody, responseBody, ...rest }: Recorded): LoggedRequest {
  return {
    ...rest,
    path: masked(rest.path),
    query: rest.query && masked(rest.query),
    userAgent: rest.userAgent && masked(rest.userAgent),
    requestBody: textOf(requestBody),
    responseBody: textOf(responseBody),
  }
}

function textOf(body: Buffer | string | undefined): string | null {
  if (body === undefined || body.length === 0) return null
  return masked(body.toString().toWellFormed().replaceAll('\0', ''))
}
