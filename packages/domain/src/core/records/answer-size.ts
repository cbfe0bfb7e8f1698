import { RefusedError } from '../verbs/refused.ts'

const mebibyte = 1024 * 1024

/** How many bytes of records one answer has at most. */
export const mostAnswerBytes = 4 * mebibyte

/** The records that were asked for are too many bytes. @param fitting how many of them fit. */
export const pageTooLarge = (asked: number, fitting: number, mostBytes: number) =>
  new RefusedError(
    'page_too_large',
    `${asked} of these records are more than ${mostBytes / mebibyte} MiB. Set limit to at most ${fitting}, or page with cursor.`,
    { facts: { limit: fitting } },
  )

/**
 * Refuses a bulk request before anything is written, where its answer would be too large with the records as they are.
 *
 * @param existing the JSON of each record, undefined for a new one.
 * @throws RefusedError page_too_large.
 */
export function requireFittingAnswer(existing: readonly (string | undefined)[]): void {
  let bytes = 0
  for (const [at, json = ''] of existing.entries()) {
    bytes += Buffer.byteLength(json)
    if (bytes > mostAnswerBytes && at > 0)
      throw new RefusedError(
        'page_too_large',
        `These records are more than ${mostAnswerBytes / mebibyte} MiB together. Send at most ${at} of them in one request. Nothing was written.`,
        { facts: { limit: at } },
      )
  }
}
