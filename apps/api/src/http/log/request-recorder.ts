import { requestBatch } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { LoggedRequest, RequestBatch } from '@matterbase/domain'
import type { Logger } from 'pino'

/** A finished request, before its texts are masked. */
type Recorded = Omit<LoggedRequest, 'requestBody' | 'responseBody'> & {
  readonly requestBody: Buffer | string | undefined
  readonly responseBody: Buffer | string | undefined
}

export interface RequestRecorder {
  /** Adds a request, or drops it when too many are queued. */
  add(request: Recorded): void
  /** Writes the queued requests. */
  flush(): Promise<void>
}

const everyMs = 250
const mostWaiting = 5_000
const mostBytes = 32 * 1024 * 1024
const mostInBatch = 500

/** Writes the request log: many rows in one statement, a few times per second. It never slows down the API. */
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
    for (const batch of batches) await writeBatch(batch, sql, log)
  }

  /** The last batch, or a new one if it is full. */
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
    // After the current batch, so that only one batch waits for an unavailable database.
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

const writeBatch = (batch: RequestBatch, sql: Sql, log: Logger) =>
  batch
    .write(sql)
    .catch((err: unknown) => log.warn({ err, count: batch.size() }, 'requests could not be added to the request log'))

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

/** Masks API keys, webhook secrets and bearer tokens, but keeps their prefixes. */
function masked(text: string): string {
  // A quick check, because few texts have a secret.
  if (!/whsec_|mb_|bearer/i.test(text)) return text
  return text
    .replaceAll(/whsec_[\w+/=\\%-]+/gi, 'whsec_…')
    .replaceAll(/mb_(live|test)_[0-9a-z]+/gi, 'mb_$1_…')
    .replaceAll(/\bBearer[ +]+[\w.~+/=-]+/gi, 'Bearer …')
}
