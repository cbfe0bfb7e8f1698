import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { Key } from './key.ts'

const thirtyDays = 30 * 86_400_000

export function KeyState({ value: { state, replaced_by: replacedBy } }: { readonly value: Key }) {
  if (state === 'active' && replacedBy !== null) return <StatusBadge status="replaced" tone="warn" />
  return <StatusBadge status={state} />
}

/** The creator of a key. Unknown for keys from the command line and for old keys. */
export function MadeBy({ value: { created_by: creator } }: { readonly value: Key }) {
  if (!creator) return <span className="text-muted">unknown</span>
  return <span title={creator.email}>{creator.name}</span>
}

/** The last use of a key, with a note if it was long ago. */
export function LastUsed({ value }: { readonly value: Key }) {
  if (!value.last_used_at) return <span className="text-muted">never used</span>
  const isIdle = value.state === 'active' && Date.now() - Date.parse(value.last_used_at) > thirtyDays
  return (
    <>
      <Ago value={value.last_used_at} />
      {isIdle && <span className="ml-1.5 text-warn">unused for 30 days</span>}
    </>
  )
}
