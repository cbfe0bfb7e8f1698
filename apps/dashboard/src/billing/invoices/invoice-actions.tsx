import { Ellipsis, Printer } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { environment } from '../../environment.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { isToSend, SendButton } from '../sending/send-button.tsx'
import { ConfirmInvoiceAction } from './confirm-invoice-action.tsx'
import type { Confirmation } from './confirm-invoice-action.tsx'
import { DownloadMenu } from './download-menu.tsx'
import type { Invoice, InvoiceContent, Settlement } from './invoice.ts'

const IssueDialog = lazyPart(() => import('./issue-dialog.tsx'), 'IssueDialog')
const CreditDialog = lazyPart(() => import('../credit-notes/credit-dialog.tsx'), 'CreditDialog')
const PaymentDialog = lazyPart(() => import('../payments/payment-dialog.tsx'), 'PaymentDialog')

interface InvoiceActionsProps {
  readonly invoice: Invoice
  readonly content: InvoiceContent
  readonly settlement: Settlement
  /** The settlement after a refetch that is in progress. */
  readonly latestSettlement: () => Promise<Settlement>
  readonly onEdit: () => void
}

type OpenDialog = 'issue' | 'credit' | Confirmation | { readonly pay: Settlement }

/** The actions that an invoice's status allows. */
export function InvoiceActions({ invoice, content, settlement, latestSettlement, onEdit }: InvoiceActionsProps) {
  const { status } = invoice
  const mayWrite = useCan()('invoices:write')
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const openUnlessOpen = (dialog: OpenDialog) => setOpen((current) => current ?? dialog)
  // The dialog keeps what it opens with. The cached settlement can lack an invoice that was just issued.
  const pay = async () => openUnlessOpen({ pay: await latestSettlement() })
  const isDraft = mayWrite && status === 'draft'
  const isOpen = mayWrite && (status === 'sent' || status === 'overdue')
  const isPaid = mayWrite && status === 'paid'
  const isWrittenOff = mayWrite && !isOpen && settlement.written_off > 0 && invoice.voided_at === null
  // As the panel of sending reads it.
  const params = { id: invoice.invoice_id }
  const sending = useCall('GET /invoices/{id}/sending', { params }, { keep: false, enabled: isOpen }).data
  const toSend = isToSend(invoice, sending)
  useShortcuts([
    ...(isOpen ? [{ keys: 'P', scope: 'This page', label: 'Record payment', run: () => void pay() }] : []),
    ...(isDraft ? [{ keys: '⌘Enter', scope: 'This page', label: 'Issue', run: () => openUnlessOpen('issue') }] : []),
  ])
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <DownloadMenu invoice={invoice} />
      <PrintButton id={invoice.invoice_id} />
      {isDraft && (
        <>
          <Button onClick={() => setOpen('delete')}>Delete draft</Button>
          <Button onClick={onEdit}>Edit</Button>
          <Button tone="primary" onClick={() => setOpen('issue')}>
            Issue
          </Button>
        </>
      )}
      {(isOpen || isPaid) && <MoreMenu {...{ settlement, isOpen }} onOpen={setOpen} />}
      {isOpen && (
        <Button {...(!toSend && { tone: 'primary' })} onClick={() => void pay()}>
          Record payment
        </Button>
      )}
      {isWrittenOff && <Button onClick={() => void pay()}>Record payment</Button>}
      {mayWrite && toSend && <SendButton {...{ invoice, sending }} tone="primary" />}
      <WhenOpen open={open === 'issue' || typeof open === 'object' || open === 'credit'}>
        {open === 'issue' && <IssueDialog {...{ invoice, content }} onClose={close} />}
        {typeof open === 'object' && (
          <PaymentDialog {...{ invoice }} currency={content.currency} settlement={open.pay} onClose={close} />
        )}
        {open === 'credit' && <CreditDialog {...{ invoice, content, settlement }} onClose={close} />}
      </WhenOpen>
      <ConfirmInvoiceAction
        {...{ invoice, settlement }}
        currency={content.currency}
        open={typeof open === 'string' && open !== 'issue' && open !== 'credit' ? open : undefined}
        onClose={close}
      />
    </div>
  )
}

function PrintButton({ id }: { readonly id: number }) {
  return (
    <Button
      icon={<Printer className="size-3.5" />}
      className="max-sm:hidden"
      // Prints the invoice that the client gets, not this page.
      onClick={() => window.open(`/dash/v1/${environment}/invoices/${id}/file`, '_blank', 'noopener')}
    >
      Print
    </Button>
  )
}

interface MoreMenuProps {
  readonly settlement: Settlement
  readonly isOpen: boolean
  readonly onOpen: (dialog: 'credit' | Confirmation) => void
}

function MoreMenu({ settlement, isOpen, onOpen }: MoreMenuProps) {
  const isUntouched = settlement.payments.length === 0 && settlement.credit_notes.length === 0
  return (
    <Menu
      trigger={<IconButton label="More" icon={<Ellipsis className="size-4" />} />}
      items={[
        { label: 'Credit note…', onSelect: () => onOpen('credit') },
        ...(isOpen ? [{ label: 'Write off…', onSelect: () => onOpen('write-off') }] : []),
        ...(isOpen && isUntouched ? [{ label: 'Void…', tone: 'danger' as const, onSelect: () => onOpen('void') }] : []),
      ]}
    />
  )
}
