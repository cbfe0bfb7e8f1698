import { useForm } from 'react-hook-form'
import { useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { inPath } from '../leads/lead.ts'
import type { Lead } from '../leads/lead.ts'
import { DecisionForm } from './decision-form.tsx'
import type { DecisionValues } from './decision-form.tsx'
import { Decisions } from './decisions.tsx'
import { HitGroups } from './hit-groups.tsx'
import { SearchedNames } from './searched-names.tsx'
import { Undecided } from './undecided.tsx'

/** Searches the names of a lead and of its opponents, and keeps what was decided about the records that match. */
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
