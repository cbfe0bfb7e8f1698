import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { formatMoney, formatSums } from '../../components/values/formats.ts'
import type { Matter } from './matter.ts'

const closedStatuses: readonly Matter['status'][] = ['Case Won', 'Case Closed', 'Settled', 'Dismissed']

/** Says on a closed matter what is not billed or not paid yet. */
export function ClosedNotice({ matter: { id, status } }: { readonly matter: Matter }) {
  const isClosed = closedStatuses.includes(status)
  const enabled = useCan()('matters:read') && isClosed
  const { data } = useCall('GET /figures', { query: { case_id: id } }, { enabled })
  if (!data || !isClosed) return null
  const owed = data.billed?.outstanding ?? []
  const parts = [
    ...(data.unbilled.amount > 0 ? [`work of ${formatMoney(data.unbilled.amount)} is unbilled`] : []),
    ...(owed.length > 0 ? [`${formatSums(owed)} is owed`] : []),
  ]
  if (parts.length === 0) return null
  return (
    <p role="status" className="mb-4 rounded-md bg-warn-soft px-4 py-2 text-table text-warn">
      This matter is closed, but {parts.join(' and ')}.
    </p>
  )
}
