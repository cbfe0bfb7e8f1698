import { useCall } from '../api/queries.ts'
import { formatHours, formatMoney } from '../components/values/formats.ts'

export interface RelatedTo {
  readonly case_id?: number
  readonly client_id?: number
}

/** What a matter or client still has to be billed for. */
export function UnbilledFact({ of }: { readonly of: RelatedTo }) {
  const { data } = useCall('GET /unbilled', { query: of })
  if (!data) return null
  return (
    <span className="tabular-nums">
      {formatMoney(data.amount)} <span className="text-muted">({formatHours(data.hours)})</span>
      {data.without_rate > 0 && <span className="text-warn"> {data.without_rate} without a rate</span>}
    </span>
  )
}
