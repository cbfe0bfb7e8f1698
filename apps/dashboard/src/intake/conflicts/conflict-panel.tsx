import { useForm } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { inPath } from '../leads/lead.ts'
import type { Lead } from '../leads/lead.ts'
import { Undecided } from './check.tsx'
import type { Check } from './check.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { DecisionValues } from './decision-form.tsx'
import { HitGroups, HitList } from './hit-groups.tsx'
import { SearchedNames } from './searched-names.tsx'

/** Searches the names of a lead and its opponents, and records decisions about the matching records. */
export function ConflictPanel({ lead }: { readonly lead: Lead }) {
  const mayDecide = useCan()('leads:manage')
  const form = useForm<DecisionValues>({ defaultValues: { decision: '', note: '', opponents: null } })
  const opponents = form.watch('opponents')
  const query = opponents === null ? {} : { opponents: opponents.join('\n') || ' ' }
  const check = useCall('GET /lead-board/{id}/conflicts', { params: inPath(lead), query })
  return (
    <Panel
      title="Conflict check"
      description="Enter the opponents, look at the matching records, then record your decision."
    >
      <Loaded query={check} lines={3}>
        {(found) => (
          <div className="flex flex-col gap-4 text-table">
            {mayDecide && lead.client_id === null && <Undecided check={found} />}
            <SearchedNames
              names={found.names}
              onChange={mayDecide ? (next) => form.setValue('opponents', next) : undefined}
            />
            <HitGroups check={found} />
            {mayDecide && <DecisionForm lead={lead} form={form} check={found} />}
            <Decisions decisions={found.decisions} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

const words = {
  clear: { status: 'no conflict', tone: 'ok' },
  conflict: { status: 'conflict', tone: 'bad' },
  consent: { status: 'consent obtained', tone: 'warn' },
} as const

/** The previous decisions, with the searched names and the matching records of that time. */
function Decisions({ decisions }: Pick<Check, 'decisions'>) {
  return decisions.map(
    ({ decision, note, names, hits, matches, decided_by: email, decided_by_name: name, decided_at: at }) => (
      <div key={at} className="flex flex-col gap-1 border-t border-line pt-2">
        <span>
          <StatusBadge {...words[decision]} />
        </span>
        <p className="text-meta text-muted wrap-anywhere">
          {name ?? email}, <DateTime value={at} />, {matches} {matches === 1 ? 'match' : 'matches'}
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
    ),
  )
}
