import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'

interface BilledNoticeProps {
  /** The time entry or the expense. */
  readonly of: { readonly time_entry_id: number } | { readonly expense_id: number }
  readonly status: string
  /** Marks work that is not on an invoice as unbilled. Undefined if the user may not. */
  readonly onFree?: (() => void) | undefined
}

/** The invoice of billed work. Billed work can be changed only on the page of its invoice. */
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
