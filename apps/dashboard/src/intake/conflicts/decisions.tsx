import { DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import type { Check } from './check.ts'
import { HitList } from './hit-groups.tsx'

const words = {
  clear: { status: 'no conflict', tone: 'ok' },
  conflict: { status: 'conflict', tone: 'bad' },
  consent: { status: 'consent obtained', tone: 'warn' },
} as const

/** What was decided so far, with the names that were searched and the records that matched at that time. */
export function Decisions({ decisions }: Pick<Check, 'decisions'>) {
  return decisions.map(({ decision, note, names, hits, matches, decided_by: who, decided_at: at }) => (
    <div key={at} className="flex flex-col gap-1 border-t border-line pt-2">
      <span>
        <StatusBadge {...words[decision]} />
      </span>
      <p className="text-meta text-muted wrap-anywhere">
        {who}, <DateTime value={at} />, {matches} {matches === 1 ? 'match' : 'matches'}
      </p>
      {note && <p className="wrap-anywhere whitespace-pre-wrap">{note}</p>}
      {names && (
        <details>
          <summary className="text-meta text-muted">Searched names and matching records</summary>
          <p className="my-1 wrap-anywhere">{names.map(({ name }) => name).join(' · ')}</p>
          {hits && <HitList hits={hits} />}
        </details>
      )}
    </div>
  ))
}
