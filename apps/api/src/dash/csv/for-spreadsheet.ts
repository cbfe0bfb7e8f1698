import type { Sql } from '@matterbase/db'
import { findFirm, memberNames, titlesOf } from '@matterbase/domain'
import { dayAt, spreadsheetOf, spreadsheetWriter } from '@matterbase/schemas/reading'
import { defaultLocale } from '@matterbase/schemas/writing'
import type { Cell } from './csv.ts'
import type { Row } from './csv-rows.ts'

interface Of {
  readonly sql: Sql
  readonly workspaceId: number
  readonly ownerUuid: string
}

/** How the rows of an export are written. */
export interface CsvFormat {
  readonly begin: string
  readonly delimiter: ',' | ';'
  readonly header: (names: readonly string[]) => readonly string[]
  readonly cells: (names: readonly string[], rows: readonly Row[]) => Promise<readonly (readonly Cell[])[]>
}

/** As programs read it: commas, points in numbers, times in UTC. */
export const plainFormat: CsvFormat = {
  begin: '',
  delimiter: ',',
  header: (names) => names,
  cells: async (names, rows) => rows.map((row) => names.map((name) => row[name] ?? null)),
}

/** Columns of ids, and of the names that are written next to them. */
const named: Readonly<Record<string, 'client' | 'matter' | 'member'>> = {
  client_id: 'client',
  client_user_id: 'client',
  case_id: 'matter',
  user_id: 'member',
}

/** The column with the start of work. Next to it is its day, because a spreadsheet does not read a time with milliseconds. */
const start = 'start_time'

/** The day of a time entry, as its filters have it. */
function dayOfWork({ start_time: began, created_at: created }: Row, timeZone: string): string | null {
  const moment = began ?? created
  return typeof moment === 'string' ? dayAt(new Date(moment), timeZone) : null
}

function kindOf(name: string) {
  if (name.endsWith('_at')) return 'stamp'
  if (name.endsWith('_time')) return 'moment'
  return /(?:^|_)date$/.test(name) ? 'day' : 'other'
}

/** As spreadsheets of the firm's language read it, with the names of clients, matters and members next to their ids. */
export async function spreadsheetFormat(of: Of): Promise<CsvFormat> {
  const firm = await findFirm(of.sql, of.workspaceId)
  const style = { locale: firm.locale ?? defaultLocale, currency: firm.currency, timeZone: firm.time_zone ?? 'UTC' }
  const write = spreadsheetWriter(style, new Date())
  return {
    // By the mark, spreadsheets know that it is UTF-8.
    begin: '\uFEFF',
    delimiter: spreadsheetOf(style.locale).delimiter,
    header: (names) =>
      names.flatMap((name) => {
        if (name === start) return ['day', name]
        return named[name] === undefined ? [name] : [name, named[name]]
      }),
    async cells(names, rows) {
      const nameOf = await namesIn(of, names, rows)
      return rows.map((row) =>
        names.flatMap((name) => {
          const value = write(kindOf(name), row[name] ?? null)
          if (name === start) return [write('day', dayOfWork(row, style.timeZone)), value]
          return named[name] === undefined ? [value] : [value, nameOf(name, row[name] ?? null)]
        }),
      )
    },
  }
}

async function namesIn(of: Of, names: readonly string[], rows: readonly Row[]) {
  const found = new Map<string, ReadonlyMap<string, string>>()
  for (const column of names.filter((name) => named[name] !== undefined)) {
    const ids = [...new Set(rows.flatMap((row) => row[column] ?? []).map(String))]
    found.set(column, ids.length > 0 ? await namesOf(of, named[column] ?? 'member', ids) : new Map())
  }
  return (column: string, id: Cell) => (id === null ? null : (found.get(column)?.get(String(id)) ?? null))
}

function namesOf({ sql, workspaceId, ownerUuid }: Of, what: 'client' | 'matter' | 'member', ids: readonly string[]) {
  if (what === 'member') return memberNames(sql, ownerUuid, ids)
  return titlesOf(sql, workspaceId, what === 'client' ? 'clients' : 'matters', ids)
}
