import { useCan } from '../api/session.ts'
import { Facts, IdText } from '../components/values/facts.tsx'
import { DateTime } from '../components/values/moments.tsx'
import { Panel } from '../components/page/panel.tsx'
import { Tabs } from '../components/page/tabs.tsx'
import type { TabsProps } from '../components/page/tabs.tsx'
import { useSearchParams } from '../search-params/use-search-params.ts'
import { recordSearch } from './record-search.ts'
import { UnbilledFact } from './unbilled-fact.tsx'
import type { RelatedTo } from './unbilled-fact.tsx'

interface RecordBodyProps extends Pick<TabsProps, 'label' | 'tabs'> {
  readonly record: {
    readonly id: number
    readonly external_id: string | null
    readonly created_at: string
    readonly updated_at: string
  }
  /** Whose time is unbilled. */
  readonly of: RelatedTo
}

/** A record's page below its title: the tabs, one of them named in the address, and the facts beside them. */
export function RecordBody({ label, tabs, record, of }: RecordBodyProps) {
  const { search, setSearch } = useSearchParams(recordSearch)
  const can = useCan()
  const { external_id: externalId } = record
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <Tabs
          label={label}
          tabs={tabs}
          value={search.tab}
          onChange={(tab) => setSearch({ tab, cursor: undefined, trail: undefined })}
        />
      </div>
      <aside aria-label="Facts">
        <Panel title="Facts">
          <Facts
            facts={[
              { label: 'id', value: <IdText value={record.id} /> },
              { label: 'external_id', value: externalId ? <IdText value={externalId} what="external_id" /> : null },
              ...(can('matters:read') ? [{ label: 'Unbilled', value: <UnbilledFact of={of} /> }] : []),
              { label: 'Created', value: <DateTime value={record.created_at} /> },
              { label: 'Changed', value: <DateTime value={record.updated_at} /> },
            ]}
          />
        </Panel>
      </aside>
    </div>
  )
}
