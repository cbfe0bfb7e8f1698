import type { Query } from '../encoding/encode.ts'

/** The pages that an iteration has read, to detect repetitions. */
export interface Trail {
  readonly before: Trail | undefined
  /** Marks that identify the page. */
  readonly marks: readonly string[]
  /** Number of empty pages in a row. */
  readonly empty: number
}

// A record begins with its ID, ends with its change time, and can be large in between.
const end = 256

/** Identifies a page by its cursor and its first record. */
export function marksOf(cursor: Query[string], [first]: readonly unknown[] = []): string[] {
  const record = JSON.stringify(first) ?? ''
  return [
    typeof cursor === 'string' && `cursor ${cursor}`,
    record.slice(0, end) + record.slice(end).slice(-end),
  ].filter(isText)
}

const isText = (mark: unknown): mark is string => Boolean(mark)

export function knows(trail: Trail | undefined, marks: readonly string[]): boolean {
  for (let page = trail; page; page = page.before) if (page.marks.some((mark) => marks.includes(mark))) return true
  return false
}
