import type { Query } from '../encoding/encode.ts'

/** What a walk has met, page by page, so that it ends before a record comes twice. */
export interface Trail {
  readonly before: Trail | undefined
  /** What the page is known by when it comes again. */
  readonly marks: readonly string[]
  /** Pages in a row, up to this one, that had no records. */
  readonly empty: number
}

// Both ends of a record: it begins with its id and ends with when it was changed, and may be large in between.
const end = 256

/** A page is known by its cursor, and by its first record in its state. */
export function marksOf(cursor: Query[string], [first]: readonly unknown[] = []): string[] {
  const record = JSON.stringify(first) ?? ''
  return [cursor && `cursor ${String(cursor)}`, record.slice(0, end) + record.slice(end).slice(-end)].filter(isText)
}

const isText = (mark: unknown): mark is string => Boolean(mark)

export function knows(trail: Trail | undefined, marks: readonly string[]): boolean {
  for (let page = trail; page; page = page.before) if (page.marks.some((mark) => marks.includes(mark))) return true
  return false
}
