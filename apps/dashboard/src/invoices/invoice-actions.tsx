import { FileText, Printer } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../api/queries.ts'
import { saveFile } from '../api/save-file.ts'
import { useCan } from '../api/session.ts'
import { Button } from '../components/buttons/button.tsx'
import { ConfirmDialog } from '../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../components/overlays/toast.tsx'
import { environment } from '../environment.ts'
import type { Invoice } from './invoice.ts'
import { PayDialog } from './pay-dialog.tsx'

interface InvoiceActionsProps {
  readonly invoice: Invoice
  readonly onEdit: () => void
}

/** The actions that an invoice's status allows. */
export function InvoiceActions({ invoice, onEdit }: InvoiceActionsProps) {
  const { invoice_id: id, invoice_number: number, status } = invoice
  const mayWrite = useCan()('invoices:write')
  const [asked, ask] = useState<'pay' | 'cancel'>()
  const close = () => ask(undefined)
  const set = useAction('PUT /invoices/{id}/status', {
    onDone: ({ data }) => {
      close()
      toast(`Invoice ${number} is ${data.status}`)
    },
    onFail: toastError,
  })
  const pdf = useMutation({
    mutationFn: () => saveFile('GET', `/dash/v1/${environment}/invoices/${id}/pdf`, `invoice-${number}.pdf`),
    networkMode: 'always',
    onError: toastError,
  })
  const setTo = (next: Invoice['status']) => set.mutate({ params: { id }, body: { status: next } })
  const isOpen = status === 'sent' || status === 'overdue'
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button icon={<FileText className="size-3.5" />} isBusy={pdf.isPending} onClick={() => pdf.mutate()}>
        PDF
      </Button>
      <Button icon={<Printer className="size-3.5" />} onClick={() => window.print()}>
        Print
      </Button>
      {mayWrite && status === 'draft' && <Button onClick={onEdit}>Edit</Button>}
      {mayWrite && status !== 'paid' && status !== 'cancelled' && (
        <Button onClick={() => ask('cancel')}>Cancel invoice</Button>
      )}
      {mayWrite && status === 'paid' && (
        <Button isBusy={set.isPending} onClick={() => setTo('sent')}>
          Not paid after all
        </Button>
      )}
      {mayWrite && status === 'draft' && (
        <Button tone="primary" isBusy={set.isPending} onClick={() => setTo('sent')}>
          Mark as sent
        </Button>
      )}
      {mayWrite && isOpen && (
        <Button tone="primary" onClick={() => ask('pay')}>
          Mark as paid
        </Button>
      )}
      {asked === 'pay' && <PayDialog invoice={invoice} onClose={close} />}
      <ConfirmDialog
        open={asked === 'cancel'}
        onClose={close}
        title={`Cancel invoice “${number}”?`}
        action="Cancel invoice"
        isBusy={set.isPending}
        onConfirm={() => setTo('cancelled')}
      >
        The time on it waits to be billed again. The invoice and its number stay.
      </ConfirmDialog>
    </div>
  )
}
