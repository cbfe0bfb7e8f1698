import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'

import { parse } from 'csv-parse'

import type { MatterUpdate } from '@matterbase/sdk'

/** Column of the file → field of a matter. Change it for your export. */
const columns = {
  case_id: 'external_id',
  case_name: 'title',
  docket: 'official_case_number',
  issue_area: 'case_category',
  date_argued: 'start_date',
  date_decided: 'end_date',
} as const satisfies Record<string, keyof MatterUpdate>

/** Yields the matters of a case list. Empty cells are left out. */
export async function* readCases(file: string): AsyncGenerator<MatterUpdate, void, undefined> {
  const source = createReadStream(file)
  const rows: AsyncIterable<Record<string, string>> = pipeline(
    source,
    parse({ columns: true, bom: true, skip_empty_lines: true }),
    () => {},
  )
  for await (const row of rows) {
    const filled = Object.entries(columns).flatMap(([column, member]) => (row[column] ? [[member, row[column]]] : []))
    yield Object.fromEntries(filled) as MatterUpdate
  }
}
