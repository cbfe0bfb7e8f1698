import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Printer } from 'lucide-react'
import { useState } from 'react'
import { refreshWithout, useAction } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { formatExactMoney } from '../../components/values/formats.ts'
import { environment } from '../../environment.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { DownloadMenu } from './download-menu.tsx'
import { nameOfInvoice } from './invoice.ts'
import type { Invoice, InvoiceContent, Settlement } from './invoice.ts'

const IssueDialog = lazyPart(() => import('./issue-dialog.tsx'), 'IssueDialog')
const CreditDialog = lazyPart(() => import('../credit-notes/credit-dialog.tsx'), 'CreditDialog')
const PaymentDialog = lazyPart(() => import('../payments/payment-dialog.tsx'), 'PaymentDialog')

interface InvoiceActionsProps {
  readonly invoice: Invoice
  readonly content: InvoiceContent
  readonly settlement: Settlement
  /** Waits for a refetch in progress. */
  readonly latestSettlement: () => Promise<Settlement>
  readonly onEdit: () => void
}

type Asked = 'issue' | 'credit' | 'void' | 'write-off' | 'delete' | { readonly pay: Settlement }

/** The actions that an invoice's status allows. */
export function InvoiceActions({ invoice, content, settlement, latestSettlement, onEdit }: InvoiceActionsProps) {
  const { invoice_id: id, invoice_number: number, status } = invoice
  const { currency } = content
  const navigate = useNavigate()
  const mayWrite = useCan()('invoices:write')
  const [asked, ask] = useState<Asked>()
  const close = () => ask(undefined)
  // The dialog keeps what it opens with: in the last answer, an invoice that was just issued may be missing.
  const pay = async () => {
    const latest = await latestSettlement()
    ask((now) => now ?? { pay: latest })
  }
  const done = (message: string) => () => {
    close()
    toast(message)
  }
  const set = useAction('PUT /invoices/{id}/status', { onDone: done(`Invoice ${number} is void`), onFail: toastError })
  const writeOff = useAction('POST /invoices/{id}/write-off', { onDone: done('Written off'), onFail: toastError })
  const remove = useAction('DELETE /invoices/{id}', {
    invalidates: [],
    onDone: () => {
      toast('Draft deleted')
      void navigate({ to: '/invoices' })
      void refreshWithout('GET /invoices/{id}', id)
    },
    onFail: toastError,
  })
  const isOpen = mayWrite && (status === 'sent' || status === 'overdue')
  const isPaid = mayWrite && status === 'paid'
  const isUntouched = settlement.payments.length === 0 && settlement.credit_notes.length === 0
  const isDraft = mayWrite && status === 'draft'
  const page = { scope: 'This page' }
  useShortcuts([
    ...(isOpen ? [{ ...page, keys: 'P', label: 'Record payment', run: () => void pay() }] : []),
    ...(isDraft ? [{ ...page, keys: '⌘Enter', label: 'Issue', run: () => ask((now) => now ?? 'issue') }] : []),
  ])
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <DownloadMenu invoice={invoice} />
      <Button
        icon={<Printer className="size-3.5" />}
        className="max-sm:hidden"
        // The invoice as its client gets it, and not this page.
        onClick={() => window.open(`/dash/v1/${environment}/invoices/${id}/pdf`, '_blank', 'noopener')}
      >
        Print
      </Button>
      {isDraft && (
        <>
          <Button onClick={() => ask('delete')}>Delete draft</Button>
          <Button onClick={onEdit}>Edit</Button>
          <Button tone="primary" onClick={() => ask('issue')}>
            Issue
          </Button>
        </>
      )}
      {(isOpen || isPaid) && (
        <Menu
          trigger={<IconButton label="More" icon={<Ellipsis className="size-4" />} />}
          items={[
            { label: 'Credit note…', onSelect: () => ask('credit') },
            ...(isOpen ? [{ label: 'Write off…', onSelect: () => ask('write-off') }] : []),
            ...(isOpen && isUntouched
              ? [{ label: 'Void…', tone: 'danger' as const, onSelect: () => ask('void') }]
              : []),
          ]}
        />
      )}
      {isOpen && (
        <Button tone="primary" onClick={() => void pay()}>
          Record payment
        </Button>
      )}
      <WhenOpen open={asked === 'issue' || typeof asked === 'object' || asked === 'credit'}>
        {asked === 'issue' && <IssueDialog {...{ invoice, content }} onClose={close} />}
        {typeof asked === 'object' && (
          <PaymentDialog {...{ invoice, currency }} settlement={asked.pay} onClose={close} />
        )}
        {asked === 'credit' && <CreditDialog {...{ invoice, content, settlement }} onClose={close} />}
      </WhenOpen>
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        title={`Delete ${nameOfInvoice(invoice)} for ${formatExactMoney(invoice.total_amount, currency)}?`}
        action="Delete draft"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id } })}
      >
        Its time and expenses become unbilled again. This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'void'}
        onClose={close}
        title={`Void invoice ${number} for  ${formatExactMoney(invoice.total_amount, currency)}?`}
        action={`Void invoice for  ${formatExactMoney(invoice.total_amount, currency)}`}
        isBusy={set.isPending}
        onConfirm={() => set.mutate({ params: { id }, body: { status: 'cancelled' } })}
      >
        Its time and expenses become unbilled again. The invoice keeps its number, and your client owes nothing for it.
        This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'write-off'}
        onClose={close}
        title={`Write off ${formatExactMoney(settlement.owed, currency)} of invoice ${number}?`}
        action={`Write off ${formatExactMoney(settlement.owed, currency)}`}
        isBusy={writeOff.isPending}
        onConfirm={() => writeOff.mutate({ params: { id }, body: {} })}
      >
        Your client no longer owes this amount. The time and expenses of the invoice stay billed. This cannot be undone.
      </ConfirmDialog>
    </div>
  )
}
