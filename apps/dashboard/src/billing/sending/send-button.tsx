import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { useAction } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { copyText } from '../../components/buttons/copy-button.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import type { Invoice } from '../invoices/invoice.ts'

const SendDialog = lazyPart(() => import('./send-dialog.tsx'), 'SendDialog')

export type Sending = Answer<'GET /invoices/{id}/sending'>

/** True if sending is the next step of an open invoice: it was not sent yet, and its client has not opened its link. */
export const isToSend = ({ status, sent_at: sent }: Invoice, sending: Sending | undefined) =>
  (status === 'sent' || status === 'overdue') &&
  sent === null &&
  (sending === undefined || (sending.mails.length === 0 && !sending.link?.viewed_at))

interface SendButtonProps {
  readonly invoice: Invoice
  readonly sending: Sending | undefined
  readonly tone?: 'primary'
}

/** Opens the dialog that emails an invoice. */
export function SendButton({ invoice, sending, tone }: SendButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const copy = useCopyLink(invoice)
  return (
    <>
      <Button {...(tone && { tone })} isBusy={isOpen && !sending} onClick={() => setOpen(true)}>
        {sending && sending.mails.length > 0 ? 'Send again' : 'Send'}
      </Button>
      <WhenOpen open={isOpen && sending !== undefined}>
        {isOpen && sending && <SendDialog {...{ invoice, sending }} onClose={() => setOpen(false)} onCopy={copy.run} />}
      </WhenOpen>
    </>
  )
}

/** Copies the link of an invoice, which it creates if needed. */
export function useCopyLink({ invoice_id: id }: Invoice) {
  const link = useAction('POST /invoices/{id}/link', { onDone: ({ url }) => void copyLink(url), onFail: toastError })
  return { isBusy: link.isPending, run: () => link.mutate({ params: { id } }) }
}

async function copyLink(url: string) {
  try {
    await copyText(url)
    toast('Link copied')
  } catch {
    // Some browsers refuse to copy after a request.
    toast(`The link is ${url}`)
  }
}
