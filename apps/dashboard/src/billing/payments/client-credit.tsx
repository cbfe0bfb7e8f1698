import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { formatDate, formatExactMoney } from '../../components/values/formats.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { ReverseButton } from './reverse-button.tsx'

type Credit = Answer<'GET /clients/{id}/credit'>['credits'][number]

const row = 'flex items-baseline justify-between gap-3'

/** The credit and refunds of a client. Hidden without any. */
export function ClientCredit({ clientId }: { readonly clientId: number }) {
  const mayWrite = useCan()('invoices:write')
  const [paying, pay] = useState<Credit>()
  const { data } = useCall('GET /clients/{id}/credit', { params: { id: clientId } })
  if (!data || data.credits.length + data.refunds.length === 0) return null
  return (
    <div className="mb-6 max-w-[640px]">
      <Panel title="Client credit">
        <div className="flex flex-col gap-2 text-table">
          {data.credits.length === 0 && <p className="text-muted">No credit is left.</p>}
          {data.credits.map((credit) => (
            <div key={credit.currency} className={row}>
              <span className="font-semibold tabular-nums">{formatExactMoney(credit.amount, credit.currency)}</span>
              {mayWrite && (
                <Button size="sm" onClick={() => pay(credit)}>
                  {' '}
                  Record refund{' '}
                </Button>
              )}
            </div>
          ))}
          {data.refunds.map(({ id, amount, currency, paid_on: day, method, reference }) => (
            <div key={id} className={row}>
              <span className="min-w-0">
                Refunded on {formatDate(day)}
                <span className="block text-meta wrap-anywhere text-muted">
                  {[method, reference].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="flex items-baseline gap-2 tabular-nums">
                {formatExactMoney(amount, currency)}
                {mayWrite && (
                  <ReverseButton what="refund" id={id} money={formatExactMoney(amount, currency)}>
                    Use this for a refund that you recorded by mistake. The amount becomes client credit again.
                  </ReverseButton>
                )}
              </span>
            </div>
          ))}
        </div>
      </Panel>
      {paying && <RefundDialog clientId={clientId} credit={paying} onClose={() => pay(undefined)} />}
    </div>
  )
}
