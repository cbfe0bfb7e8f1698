import { useAction } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { formatDate, formatExactMoney } from '../../components/values/formats.ts'
import { CreditNoteRow } from '../credit-notes/credit-note-row.tsx'
import type { Invoice, Settlement } from '../invoices/invoice.ts'
import { ReverseButton } from './reverse-button.tsx'

interface SettlementPanelProps {
  readonly invoice: Invoice
  readonly settlement: Settlement
  readonly currency: string | null
}

const row = 'flex items-baseline justify-between gap-3'

/** The payments, credits and write-offs of an invoice, and the amount that is still owed. */
export function SettlementPanel({ invoice, settlement, currency }: SettlementPanelProps) {
  const { owed, credited, written_off: writtenOff, client_credit: credit, payments, credit_notes: notes } = settlement
  const mayWrite = useCan()('invoices:write')
  const isOpen = invoice.status === 'sent' || invoice.status === 'overdue'
  const money = (value: number) => formatExactMoney(value, currency)
  const spend = useAction('POST /invoices/{id}/spend-credit', {
    onDone: () => toast('Credit used'),
    onFail: toastError,
  })
  return (
    <>
      <Panel title="Payments">
        <div className="flex flex-col gap-2 text-table">
          {isOpen && (
            <p className="flex flex-col">
              <span className="text-muted">Still owed</span>
              <span className="text-2xl font-semibold tabular-nums">{money(owed)}</span>
            </p>
          )}
          {payments.map((payment) => (
            <div key={`${payment.payment_id} ${payment.credit_note}`} className={row}>
              <span className="min-w-0">
                {formatDate(payment.paid_on)}
                <span className="block truncate text-meta text-muted">
                  {payment.credit_note === null
                    ? [payment.method, payment.reference].filter(Boolean).join(' · ')
                    : `Credit note ${payment.credit_note}`}
                </span>
              </span>
              <span className="flex items-baseline gap-2 tabular-nums">
                {money(payment.amount)}
                {mayWrite && payment.payment_id !== null && (
                  <ReverseButton what="payment" id={payment.payment_id} money={money(payment.whole ?? payment.amount)}>
                    Use this for a payment that you recorded by mistake. Everything that it paid is owed again.
                  </ReverseButton>
                )}
              </span>
            </div>
          ))}
          {credited > 0 && <Sum label="Credited" value={money(credited)} />}
          {writtenOff > 0 && <Sum label="Written off" value={money(writtenOff)} />}
          {credit > 0 && (
            <div className={row}>
              <span className="text-muted">Client credit {money(credit)}</span>
              {mayWrite && isOpen && (
                <Button
                  size="sm"
                  className="print:hidden"
                  isBusy={spend.isPending}
                  onClick={() => spend.mutate({ params: { id: invoice.invoice_id } })}
                >
                  Use credit
                </Button>
              )}
            </div>
          )}
          {payments.length === 0 && notes.length === 0 && (
            <p className="text-muted">{invoice.status === 'paid' ? 'Marked as paid.' : 'No payments yet.'}</p>
          )}
        </div>
      </Panel>
      {notes.length > 0 && (
        <Panel title="Credit notes">
          <div className="flex flex-col gap-2 text-table">
            {notes.map((note) => (
              <CreditNoteRow key={note.id} {...{ invoice, note, currency }} />
            ))}
          </div>
        </Panel>
      )}
    </>
  )
}

function Sum({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p className={row}>
      <span>{label}</span>
      <span className="tabular-nums">{value}</span>
    </p>
  )
}
