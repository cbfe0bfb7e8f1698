import { useState } from 'react'
import { useAction, useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { copyText } from '../../components/buttons/copy-button.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { formatDate, formatExactMoney } from '../../components/values/formats.ts'
import { DownloadMenu } from '../invoices/download-menu.tsx'
import type { CreditNote, Invoice } from '../invoices/invoice.ts'

const SendDialog = lazyPart(() => import('../sending/send-dialog.tsx'), 'SendDialog')

interface CreditNoteRowProps {
  readonly invoice: Invoice
  readonly note: CreditNote
  readonly currency: string | null
}

/** A credit note of an invoice, with its downloads and a button to send it. */
export function CreditNoteRow({ invoice, note, currency }: CreditNoteRowProps) {
  const { id, number, issued, total } = note
  const [isSending, setSending] = useState(false)
  const mayWrite = useCan()('invoices:write')
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <span>
          Credit note {number}
          <span className="block text-meta text-muted">{formatDate(issued)}</span>
        </span>
        <span className="tabular-nums">{formatExactMoney(total, currency)}</span>
      </div>
      <div className="flex justify-end gap-1 print:hidden">
        {mayWrite && (
          <Button
            size="sm"
            tone="quiet"
            aria-label={`Send credit note ${number}`}
            isBusy={isSending}
            onClick={() => setSending(true)}
          >
            Send
          </Button>
        )}
        <DownloadMenu invoice={invoice} creditNote={{ id, number }} />
      </div>
      {isSending && <Sending invoice={invoice} note={note} onClose={() => setSending(false)} />}
    </div>
  )
}

interface SendingProps {
  readonly invoice: Invoice
  readonly note: CreditNote
  readonly onClose: () => void
}

function Sending({ invoice, note, onClose }: SendingProps) {
  const params = { id: invoice.invoice_id }
  const sending = useCall('GET /invoices/{id}/sending', { params, query: { credit_note: note.id } }, { keep: false })
  const link = useAction('POST /invoices/{id}/link', {
    onDone: ({ url }) => void copyText(url).then(() => toast('Link copied'), toastError),
    onFail: toastError,
  })
  return (
    <WhenOpen open={sending.data !== undefined}>
      {sending.data && (
        <SendDialog
          {...{ invoice, onClose }}
          sending={sending.data}
          creditNote={note}
          onCopy={() => link.mutate({ params })}
        />
      )}
    </WhenOpen>
  )
}
