import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { Endpoint } from './endpoint.ts'

/** Enabled, disabled, or failing, with the number of failures in a row. */
export function EndpointState({
  value: { is_active: isActive, failure_count: failures },
}: {
  readonly value: Endpoint
}) {
  if (!isActive) return <StatusBadge status="disabled" />
  return failures > 0 ? <StatusBadge status={`failing (${failures})`} tone="bad" /> : <StatusBadge status="enabled" />
}
