import type { Build } from '@matterbase/config'
import { tagOf } from '@matterbase/domain'
import type { FrozenInvoice } from '@matterbase/domain'
import { ciiOf, fillIn, ledesOf, ledesProblems, missingFor } from '@matterbase/domain/einvoice'
import type { Missing } from '@matterbase/domain/einvoice'
import { FileAnswer } from '../http/answer/file-answer.ts'
import { ApiError, atMost, mostDetails, notFound } from '../http/errors/api-error.ts'
import type { Context } from '../http/operations/context.ts'
import type { Drawings } from './drawings.ts'
import { fileName } from './file-name.ts'
import type { findPrinted } from './find-printed.ts'
import { asIssued } from './printed-invoice.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

interface FileDeps {
  readonly build: Build
  readonly drawings: Drawings
}

type Format = 'pdf' | 'factur-x' | 'xrechnung' | 'ledes1998b'

interface FormatOptions {
  readonly mediaType: string
  /** The end of the file name, after the number of the invoice. */
  readonly ending: string
}

const formats: Readonly<Record<Format, FormatOptions>> = {
  pdf: { mediaType: 'application/pdf', ending: '.pdf' },
  'factur-x': { mediaType: 'application/pdf', ending: '-factur-x.pdf' },
  xrechnung: { mediaType: 'application/xml; charset=utf-8', ending: '-xrechnung.xml' },
  ledes1998b: { mediaType: 'text/plain; charset=us-ascii', ending: '-ledes.txt' },
}

interface Asked {
  readonly params: { readonly id: number }
  readonly query: { readonly format?: Format | undefined }
}

/** The handler for the files of invoices or credit notes. */
export const invoiceFile =
  ({ build, drawings }: FileDeps, find: typeof findPrinted) =>
  async ({ params: { id }, query: { format = 'pdf' } }: Asked, { caller, sql }: Context): Promise<FileAnswer> => {
    const { workspaceId } = caller
    const printed = await find(sql, workspaceId, id)
    if (!printed) throw notFound()
    const filled = format === 'pdf' ? printed.invoice : await fillIn(sql, caller, printed.invoice)
    const content = contentOf(format, printed, filled)
    const { mediaType, ending } = formats[format]
    return new FileAnswer({
      mediaType,
      name: fileName(printed.invoice.kind, printed.invoice.number || id, ending),
      // Equal invoices are drawn as equal bytes by one build. The invoice contains the hash of its logo.
      tag: tagOf(JSON.stringify([format, build, typeof content === 'string' ? content : { ...content, logo: null }])),
      isOwn: true,
      read: async (requester) =>
        typeof content === 'string' ? Buffer.from(content) : drawings.draw(content, { workspaceId, requester }),
    })
  }

/** The text of a file, or the invoice to draw. @throws ApiError missing_data. */
function contentOf(format: Format, printed: PrintedInvoice, filled: FrozenInvoice): string | PrintedInvoice {
  if (format === 'pdf') return printed
  if (format === 'factur-x') {
    requireComplete('a Factur-X', printed, missingFor(filled, 'facturX'))
    return asIssued({ ...printed, invoice: filled, facturX: ciiOf(filled, 'facturX') })
  }
  if (format === 'xrechnung') {
    requireComplete('an XRechnung', printed, missingFor(filled, 'xrechnung'))
    return ciiOf(filled, 'xrechnung')
  }
  requireComplete('a LEDES file', printed, ledesProblems(filled))
  return ledesOf(filled)
}

/** @throws ApiError missing_data with each missing detail, and as its field the page where it is filled in. */
function requireComplete(
  what: string,
  { invoice: { kind }, since: { status } }: PrintedInvoice,
  missing: readonly Missing[],
) {
  const state: readonly Missing[] =
    status === 'draft' ? [{ place: 'invoice', message: 'It is a draft. Issue it first' }] : []
  const found = [...state, ...missing]
  const [first] = found
  if (!first) return
  const details = found.map(({ place, message }) => ({ field: place, code: 'missing', message }))
  const more = found.length > 1 ? ` (and ${found.length - 1} more, see details)` : ''
  const subject = kind === 'invoice' ? 'invoice' : 'credit note'
  throw new ApiError('missing_data', `The ${subject} is not complete for ${what}: ${first.message}${more}`, {
    body: atMost(mostDetails, { details, omitted: 0 }),
  })
}
