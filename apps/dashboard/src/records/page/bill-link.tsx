import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import type { RelatedTo } from '../related-to.ts'

interface BillLinkProps {
  readonly of: RelatedTo
  /** Who would get the invoice; without one there is no link. */
  readonly clientId: number | null
}

/** To a new invoice over what waits to be billed of a matter or client; nothing where nothing waits. */
export function BillLink({ of, clientId }: BillLinkProps) {
  const may = useCan()('invoices:write')
  const { data } = useCall('GET /figures', { query: of }, { enabled: may })
  if (!may || clientId === null || !data || data.unbilled.amount === 0) return null
  const search = { client_id: String(clientId), ...(of.case_id !== undefined && { case_id: String(of.case_id) }) }
  return (
    <Link to="/invoices/new" search={search} className={buttonStyle('secondary')}>
      Invoice
    </Link>
  )
}
