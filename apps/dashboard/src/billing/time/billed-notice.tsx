import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'

interface BilledNoticeProps {
  /** The time entry or the expense. */
  readonly of: { readonly time_entry_id: number } | { readonly expense_id: number }
  readonly status: string
  /** Makes work unbilled again that is on no invoice; absent for those who may not. */
  readonly onFree?: (() => void) | undefined
}

/** Where billed work is billed: it is changed on no other page than that of its invoice. */
export function BilledNotice({ of, status, onFree }: BilledNoticeProps) {
  const { data } = useCall('GET /billed-on', { query: of })
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-2 text-table">
      <StatusBadge status={status} />
      {data?.invoice && (
        <Link to="/invoices/$id" params={{ id: String(data.invoice.invoice_id) }} className="link">
          On invoice {data.invoice.invoice_number} →
        </Link>
      )}
      {data && !data.invoice && (
        <>
          <span className="text-muted">Not on an invoice.</span>
          {onFree && (
            <Button size="sm" onClick={onFree}>
              Mark as unbilled
            </Button>
          )}
        </>
      )}
    </p>
  )
}
