import type { Sql } from '@matterbase/db'
import { findInvoice, invoiceReads, listExport, records } from '@matterbase/domain'
import type { RecordKind, RecordQuery } from '@matterbase/domain'
import { contract, eachRecord, recordNames, sortable } from '@matterbase/schemas'
import type { Operation, RecordName } from '@matterbase/schemas'
import { Router } from 'express'
import type { Request, Response } from 'express'
import { csvLines, sendCsv, sendLongCsv } from './csv.ts'
import { listRows, recordRows } from './csv-rows.ts'
import type { Row } from './csv-rows.ts'
import type { WorkspaceDeps } from '../deps.ts'

type Exported = RecordName | 'invoices'

const columns: Readonly<Record<Exported, readonly string[]>> = {
  ...eachRecord(({ entity }) => Object.keys(entity.shape)),
  invoices: Object.keys(contract.invoices.get.responses[200].shape.data.shape),
}

const lists: Readonly<Record<Exported, Operation>> = {
  ...eachRecord(({ operations }) => sortable<Operation>(operations.list)),
  invoices: sortable<Operation>(contract.invoices.list),
}

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
 * itself is noted in the audit log. A whole list needs the password typed lately.
 */
export function csvExport(deps: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })
  for (const resource of [...recordNames, 'invoices'] as const)
    router.post(`${contract[resource].list.path}/export`, (req, res) => exportList(resource, deps, req, res))
  return router
}

async function exportList(resource: Exported, deps: WorkspaceDeps, req: Request, res: Response) {
  const { path, scope } = contract[resource].list
  const { caller, sql } = await deps.enter(req, res, 'many')
  const query = new URLSearchParams(req.url.split('?', 2)[1])
  const ids = query.get('ids')
  const source = sources[resource]
  const { workspaceId } = caller
  const name = path.slice(1)
  const begin = listExport(name, scope)[ids === null ? 'all' : 'some']
  // The first rows are read before anything is sent: what is wrong with the filters is still an error.
  const linesOf = async (rows: AsyncGenerator<readonly Row[], void>) =>
    csvOf(columns[resource], await begin({ sql }, caller, { details: Object.fromEntries(query), rows }), rows)
  if (ids !== null) {
    const rows = recordRows((id) => source.find({ sql, workspaceId }, id), ids)
    return sendCsv(res, `${name}.csv`, await linesOf(rows))
  }
  await sendLongCsv({ res, caller, sql, replica: deps.replica }, `${name}.csv`, (of) => {
    const readPage = (filters: RecordQuery) => source.list({ sql: of, sealer: deps.sealer }, workspaceId, filters)
    return linesOf(listRows(lists[resource], readPage, query))
  })
}

async function* csvOf(
  names: readonly string[],
  first: IteratorResult<readonly Row[], void>,
  rows: AsyncIterable<readonly Row[]>,
) {
  const textOf = (page: readonly Row[]) => csvLines(page.map((row) => names.map((member) => row[member] ?? null)))
  yield csvLines([names])
  if (!first.done) yield textOf(first.value)
  for await (const page of rows) yield textOf(page)
}
