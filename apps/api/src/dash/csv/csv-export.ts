import type { Sql } from '@matterbase/db'
import { findInvoice, invoiceColumns, invoiceReads, listExport, records } from '@matterbase/domain'
import type { RecordKind, RecordQuery } from '@matterbase/domain'
import { contract, eachRecord, recordNames, sortable } from '@matterbase/schemas'
import type { Operation, RecordName } from '@matterbase/schemas'
import { Router } from 'express'
import type { Request, Response } from 'express'
import { csvLines, sendCsv, sendLongCsv } from './csv.ts'
import { validationFailed } from '../../http/errors/api-error.ts'
import { withCustomColumns } from './custom-columns.ts'
import { plainFormat, spreadsheetFormat } from './for-spreadsheet.ts'
import type { CsvFormat } from './for-spreadsheet.ts'
import { idsOf, listRows, recordRows } from './csv-rows.ts'
import type { Row } from './csv-rows.ts'
import { userFilters, withOwnMember } from '../../records/own-member.ts'
import type { WorkspaceDeps } from '../deps.ts'

type Exported = RecordName | 'invoices'

const columnsOf = ({ shape }: { readonly shape: object }) => Object.keys(shape).filter((name) => name !== 'etag')

const columns: Readonly<Record<Exported, readonly string[]>> = {
  ...eachRecord(({ entity }) => columnsOf(entity)),
  // A cell has no place for the parts of the recipient.
  invoices: Object.keys(invoiceColumns).filter((name) => name !== 'bill_to'),
}

const lists: Readonly<Record<Exported, Operation>> = {
  ...eachRecord(({ operations }) => sortable<Operation>(operations.list)),
  invoices: sortable<Operation>(contract.invoices.list),
}

/** The filters of each list that take IDs of users. */
const ofUsers: Readonly<Partial<Record<Exported, readonly string[]>>> = eachRecord(({ relations }) =>
  userFilters(relations),
)

interface Source {
  readonly list: RecordKind['list']
  /** A record as JSON text. */
  readonly find: (of: { readonly sql: Sql; readonly workspaceId: number }, id: number) => Promise<string | undefined>
}

const ordinary = ({ list, table }: RecordKind): Source => ({
  list,
  find: async ({ sql, workspaceId }, id) => (await table.byIds(sql, workspaceId, [id]))[0]?.json,
})

const sources: Readonly<Record<Exported, Source>> = {
  ...eachRecord((_contract, name) => ordinary(records[name])),
  invoices: { list: invoiceReads.list, find: async (of, id) => (await findInvoice(of, id))?.json },
}

/**
 * A list of the REST API as CSV: with the list's own filters, or of `ids`. A POST, since the export
 * itself is noted in the audit log. A whole list of live needs a recent password, and so do more than 50 chosen
 * records in 24 hours.
 */
export function csvExport(deps: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })
  for (const resource of [...recordNames, 'invoices'] as const)
    router.post(`${contract[resource].list.path}/export`, (req, res) => exportList(resource, deps, req, res))
  return router
}

async function exportList(resource: Exported, deps: WorkspaceDeps, req: Request, res: Response) {
  const { path, scope } = contract[resource].list
  const { caller, sql, write } = await deps.admit(req, res, 'many')
  const query = new URLSearchParams(req.url.split('?', 2)[1])
  const ids = query.get('ids')
  const isForSpreadsheet = takeFormat(query)
  const source = sources[resource]
  const { workspaceId, ownerUuid } = caller
  const formatIn = (of: Sql) =>
    isForSpreadsheet ? spreadsheetFormat({ sql: of, workspaceId, ownerUuid }) : plainFormat
  const name = path.slice(1)
  const { names, rowOf } = await withCustomColumns(sql, caller, name, columns[resource])
  const exports = listExport(name, scope)
  if (ids !== null) {
    const chosen = idsOf(ids)
    await write((tx) => exports.chosen(tx, caller, { details: Object.fromEntries(query), ids: chosen }))
    const rows = recordRows((id) => source.find({ sql, workspaceId }, id), chosen, rowOf)
    return sendCsv(res, `${name}.csv`, csvOf(names, await formatIn(sql), await rows.next(), rows))
  }
  // The first rows are read before anything is sent: what is wrong with the filters is still an error.
  const linesOf = async (format: CsvFormat, rows: AsyncGenerator<readonly Row[], void>) =>
    csvOf(names, format, await exports.all({ sql }, caller, { details: Object.fromEntries(query), rows }), rows)
  await sendLongCsv({ res, caller, sql, replica: deps.replica }, `${name}.csv`, async (of) => {
    const readPage = (filters: RecordQuery) =>
      source.list(
        { sql: of, sealer: deps.sealer, endsEarly: true },
        workspaceId,
        withOwnMember(filters, ofUsers[resource] ?? [], caller),
      )
    return linesOf(await formatIn(of), listRows(lists[resource], readPage, query, rowOf))
  })
}

/** Removes `format` from the query. Returns true for a spreadsheet. @throws ApiError validation_failed. */
function takeFormat(query: URLSearchParams): boolean {
  const format = query.get('format')
  query.delete('format')
  if (format === null || format === 'spreadsheet') return format !== null
  throw validationFailed([{ field: 'format', code: 'invalid_value', message: 'must be spreadsheet, or left out' }])
}

async function* csvOf(
  names: readonly string[],
  { begin, delimiter, header, cells }: CsvFormat,
  first: IteratorResult<readonly Row[], void>,
  rows: AsyncIterable<readonly Row[]>,
) {
  const textOf = async (page: readonly Row[]) => csvLines(await cells(names, page), delimiter)
  yield begin + csvLines([header(names)], delimiter)
  if (!first.done) yield await textOf(first.value)
  for await (const page of rows) yield await textOf(page)
}
