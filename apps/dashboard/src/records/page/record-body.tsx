import { useCan } from '../../api/session.ts'
import { Tabs } from '../../components/page/tabs.tsx'
import type { TabsProps } from '../../components/page/tabs.tsx'
import { Facts } from '../../components/values/facts.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import type { RelatedTo } from '../kinds.ts'
import { RecentActivity } from './activity-tab.tsx'
import { MetadataPanel } from './metadata-panel.tsx'
import { recordSearch } from './record-search.ts'

interface RecordBodyProps extends Pick<TabsProps, 'label' | 'tabs'> {
  readonly record: {
    readonly created_at: string
    readonly updated_at: string
    readonly metadata: Readonly<Record<string, string>>
  }
  /** The record whose activity is listed. */
  readonly of: RelatedTo
}

/** The page of a record below its title: tabs and facts. The open tab is in the address. */
export function RecordBody({ label, tabs, record, of }: RecordBodyProps) {
  const { search, setSearch } = useSearchParams(recordSearch)
  const can = useCan()
  const open = (tab: string) => setSearch({ tab, cursor: undefined, trail: undefined })
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <Tabs label={label} tabs={tabs} value={search.tab} onChange={open} />
      </div>
      <aside aria-label="Facts" className="flex flex-col gap-4">
        <Facts
          facts={[
            { label: 'Created', value: <DateTime value={record.created_at} /> },
            { label: 'Changed', value: <DateTime value={record.updated_at} /> },
          ]}
        />
        <MetadataPanel metadata={record.metadata} />
        {can('matters:read') && search.tab !== 'activity' && <RecentActivity of={of} onAll={() => open('activity')} />}
      </aside>
    </div>
  )
}
