import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useAction, useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { ErrorPanel } from '../../components/page/error-panel.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { Invoice } from '../invoices/invoice.ts'
import { isToSend, SendButton, useCopyLink } from './send-button.tsx'
import type { Sending } from './send-button.tsx'

/** Sends an invoice to its client by email or as a link, and shows whether the client opened it. */
export function SendingPanel({ invoice }: { readonly invoice: Invoice }) {
  const { invoice_id: id, status } = invoice
  const mayWrite = useCan()('invoices:write') && status !== 'cancelled'
  const sending = useCall('GET /invoices/{id}/sending', { params: { id } }, { keep: false })
  if (!sending.data) return sending.error && <ErrorPanel error={sending.error} onRetry={() => void sending.refetch()} />
  const { link, mails } = sending.data
  return (
    <Panel title="Send to client">
      <div className="flex flex-col gap-3 text-table">
        {link?.viewed_at ? (
          <p>
            Viewed <DateTime value={link.viewed_at} />
          </p>
        ) : (
          <p className="text-muted">{link ? 'Not opened yet.' : 'Not sent yet.'}</p>
        )}
        {mails.map((mail) => (
          <Message key={mail.id} {...mail} />
        ))}
        {mails.some((mail) => mail.status === 'pending' || mail.status === 'sending') && <Follow id={id} />}
        {mayWrite && <SendingActions invoice={invoice} sending={sending.data} />}
        {link && (
          <p className="text-meta text-muted">
            The link is valid until <DateTime value={link.expires_at} />
          </p>
        )}
      </div>
    </Panel>
  )
}

function SendingActions({ invoice, sending }: { readonly invoice: Invoice; readonly sending: Sending }) {
  const params = { id: invoice.invoice_id }
  const [isDisabling, setDisabling] = useState(false)
  const close = () => setDisabling(false)
  const copy = useCopyLink(invoice)
  const disable = useAction('DELETE /invoices/{id}/link', {
    onDone: () => {
      close()
      toast('Link disabled')
    },
    onFail: toastError,
  })
  return (
    <div className="flex flex-wrap gap-2">
      {!isToSend(invoice, sending) && <SendButton {...{ invoice, sending }} />}
      <Button icon={<Link2 className="size-3.5" />} isBusy={copy.isBusy} onClick={copy.run}>
        Copy link
      </Button>
      {sending.link && (
        <Button tone="quiet" onClick={() => setDisabling(true)}>
          Disable link
        </Button>
      )}
      <ConfirmDialog
        open={isDisabling}
        onClose={close}
        title="Disable this link?"
        action="Disable link"
        isBusy={disable.isPending}
        onConfirm={() => disable.mutate({ params })}
      >
        The link stops working, and messages that are not sent yet are cancelled. You can create a new link.
      </ConfirmDialog>
    </div>
  )
}

/** Polls until the message is sent. */
function Follow({ id }: { readonly id: number }) {
  useCall('GET /invoices/{id}/sending', { params: { id } }, { poll: true })
  return null
}

function Message({ kind, recipients, status, error, sent_at: at, created_at: createdAt }: Sending['mails'][number]) {
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 wrap-break-word">
          {kind === 'reminder' && 'Reminder: '}
          {recipients.join(', ')}
        </span>
        <StatusBadge status={status} />
      </p>
      <p className="text-meta text-muted">
        <DateTime value={at ?? createdAt} />
      </p>
      {error !== null && <p className="text-meta text-bad wrap-break-word">{error}</p>}
    </div>
  )
}
