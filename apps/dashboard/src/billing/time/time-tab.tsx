import { useCallback, useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { useExample } from '../../api/recent-calls.ts'
import { useCan } from '../../api/session.ts'
import { lazyPart, WhenOpen } from '../../components/overlays/when-open.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { DataTable, ofList } from '../../components/table/data-table.tsx'
import type { RelatedTo } from '../../records/kinds.ts'
import { useNames } from '../../records/use-names.ts'
import { paging } from '../../search-params/read-search.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { ExpenseTable } from '../expenses/expense-table.tsx'
import { entryColumns } from './entry-columns.tsx'
import type { Entry } from './entry.ts'
import { QuickAdd } from './quick-add.tsx'

const LinkedEntry = lazyPart(() => import('./linked-entry.tsx'), 'LinkedEntry')

/** The time that was recorded for a matter or client, and its expenses. */
export function TimeTab({ of }: { readonly of: RelatedTo }) {
  const { search } = useSearchParams(paging)
  const mayWrite = useCan()('matters:write')
  const [open, setOpen] = useState<number>()
  const close = useCallback(() => setOpen(undefined), [])
  const list = useCall('GET /time-entries', { query: { ...of, sort: '-day', cursor: search.cursor, include: 'total' } })
  const names = useNames({
    matters: of.client_id === undefined ? [] : (list.data?.data.map((entry) => entry.case_id) ?? []),
  })
  useExample({ key: 'POST /time-entries', body: { ...of, description: 'Drafted the claim', duration: 1.5 } })
  return (
    <div className="flex flex-col gap-3">
      {mayWrite && of.case_id !== undefined && <QuickAdd matterId={of.case_id} />}
      <DataTable
        label="Time entries"
        columns={entryColumns({ matterName: names.matter, hasMatter: of.case_id === undefined })}
        {...ofList(list)}
        rowId={(entry) => entry.id}
        {...(mayWrite && { onOpen: (entry: Entry) => setOpen(entry.id) })}
        empty={<EmptyState>No time is recorded here yet.</EmptyState>}
      />
      <ExpenseTable of={of} />
      <WhenOpen open={open !== undefined}>
        {open !== undefined && <LinkedEntry id={String(open)} onClose={close} />}
      </WhenOpen>
    </div>
  )
}
