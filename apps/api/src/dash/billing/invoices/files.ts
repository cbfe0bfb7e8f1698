import { requirePermission } from '@matterbase/domain'
import type { FrozenInvoice } from '@matterbase/domain'
import { ciiOf, fillIn, ledesOf, ledesProblems, missingFor } from '@matterbase/domain/einvoice'
import type { Missing } from '@matterbase/domain/einvoice'
import { Router } from 'express'
import { findPrinted, findPrintedNote } from '../../../drawing/find-printed.ts'
import type { PrintedInvoice } from '../../../drawing/printed-invoice.ts'
import { ApiError, atMost, mostDetails, notFound } from '../../../http/errors/api-error.ts'
import type { WorkspaceDeps } from '../../deps.ts'
import { fileName } from './file-name.ts'

/** The data of a file. */
interface Making {
  readonly printed: PrintedInvoice
  /** The invoice with what is known by now where it says nothing. */
  readonly filled: () => Promise<FrozenInvoice>
  readonly draw: (printed: PrintedInvoice) => Promise<Uint8Array>
}

interface InvoiceFile {
  readonly mediaType: string
  /** The end of the file name, after the number of the invoice. */
  readonly ending: string
  readonly make: (making: Making) => Promise<string | Uint8Array>
}

/** An invoice or credit note for people, and for the machines of its client; by its path below it. */
const files: Readonly<Record<string, InvoiceFile>> = {
  pdf: {
    mediaType: 'application/pdf',
    ending: '.pdf',
    make: ({ printed, draw }) => draw(printed),
  },
  'factur-x.pdf': {
    mediaType: 'application/pdf',
    ending: '-factur-x.pdf',
    async make({ printed, filled, draw }) {
      const invoice = await filled()
      refuseIncomplete('a Factur-X', printed, missingFor(invoice, 'facturX'))
      return draw({ ...printed, invoice, facturX: ciiOf(invoice, 'facturX') })
    },
  },
  'xrechnung.xml': {
    mediaType: 'application/xml; charset=utf-8',
    ending: '-xrechnung.xml',
    async make({ printed, filled }) {
      const invoice = await filled()
      refuseIncomplete('an XRechnung', printed, missingFor(invoice, 'xrechnung'))
      return ciiOf(invoice, 'xrechnung')
    },
  },
  'ledes.txt': {
    mediaType: 'text/plain; charset=us-ascii',
    ending: '-ledes.txt',
    async make({ printed, filled }) {
      const invoice = await filled()
      refuseIncomplete('a LEDES file', printed, ledesProblems(invoice))
      return ledesOf(invoice)
    },
  },
}

/** A kind of record that there are files of. */
interface Subject {
  readonly path: string
  readonly find: typeof findPrinted
  readonly files: Readonly<Record<string, InvoiceFile>>
}

const { 'ledes.txt': _ledes, ...filesOfNotes } = files

const subjects: readonly Subject[] = [
  { path: 'invoices', find: findPrinted, files },
  { path: 'credit-notes', find: findPrintedNote, files: filesOfNotes },
]

export function invoiceFiles({ admit, drawings }: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })
  const addFile = ({ find, ...of }: Subject, path: string, { mediaType, ending, make }: InvoiceFile) =>
    router.get(`/${of.path}/:id/${path}`, async (req, res) => {
      const { caller, sql } = await admit(req, res, 'one')
      requirePermission(caller, 'invoices:read')
      const { id } = req.params
      const printed = /^[1-9]\d{0,14}$/.test(id) ? await find(sql, caller.workspaceId, Number(id)) : undefined
      if (!printed) throw notFound()
      const gone = new AbortController()
      res.once('close', () => gone.abort())
      const draw = (one: PrintedInvoice) => drawings.draw(one, { workspaceId: caller.workspaceId, signal: gone.signal })
      const content = await make({ printed, filled: () => fillIn(sql, caller, printed.invoice), draw })
      const name = fileName(printed.invoice.kind, printed.invoice.number || id, ending)
      const disposition = path === 'pdf' ? 'inline' : 'attachment'
      res.set({ 'Content-Type': mediaType, 'Content-Disposition': `${disposition}; filename="${name}"` })
      res.send(typeof content === 'string' ? Buffer.from(content) : bufferOf(content))
    })
  for (const subject of subjects) for (const [path, file] of Object.entries(subject.files)) addFile(subject, path, file)
  return router
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** @throws ApiError with each thing that is missing, and as its field the place where it is filled in. */
function refuseIncomplete(
  what: string,
  { invoice: { kind }, since: { status } }: PrintedInvoice,
  missing: readonly Missing[],
) {
  const state: readonly Missing[] = [
    ...(status === 'draft' ? [{ place: 'invoice', message: 'It is a draft. Issue it first' } as const] : []),
    ...(status === 'cancelled'
      ? [{ place: 'invoice', message: 'It is void, and a void invoice has no files' } as const]
      : []),
  ]
  const found = [...state, ...missing]
  const [first] = found
  if (!first) return
  const details = found.map(({ place, message }) => ({ field: place, code: 'missing', message }))
  const more = found.length > 1 ? ` (and ${found.length - 1} more, see details)` : ''
  throw new ApiError(
    'conflict',
    `The ${kind === 'invoice' ? 'invoice' : 'credit note'} is not complete for ${what}: ${first.message}${more}`,
    {
      body: atMost(mostDetails, { details, omitted: 0 }),
    },
  )
}
