import { useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { DataTable } from '../../components/table/data-table.tsx'
import { ofList } from '../../components/table/of-list.ts'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { paging } from '../../search-params/read-search.ts'
import { useSearchParams } from '../../search-params/use-search-params.ts'
import { codeOfCall } from '../../code/code-of-call.ts'
import { entryColumns } from './entry-columns.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import type { Entry } from './entry.ts'
import { QuickAdd } from '../quick-add.tsx'
import type { RelatedTo } from '../../records/unbilled-fact.tsx'
import { useNames } from '../../records/use-names.ts'

/** The time that was recorded for a matter or client. */
export function TimeTab({ of }: { readonly of: RelatedTo }) {
  const { search } = useSearchParams(paging)
  const mayWrite = useCan()('matters:write')
  const { public_url: publicUrl } = useSession()
  const [open, setOpen] = useState<Entry>()
  const list = useCall('GET /time-entries', { query: { ...of, sort: '-id', cursor: search.cursor, include: 'total' } })
  const names = useNames({
    matters: of.client_id === undefined ? [] : (list.data?.data.map((entry) => entry.case_id) ?? []),
  })
  const body = { ...of, description: 'Drafted the statement of claim', duration: 1.5 }
  return (
    <div className="flex flex-col gap-3">
      {mayWrite && of.case_id !== undefined && <QuickAdd matterId={of.case_id} />}
      <DataTable
        label="Time entries"
        columns={entryColumns({ matterName: names.matter, hasMatter: of.case_id === undefined })}
        {...ofList(list)}
        rowId={(entry) => entry.id}
        {...(mayWrite && { onOpen: setOpen })}
        empty={
          <EmptyState snippet={codeOfCall({ key: 'POST /time-entries', body }, publicUrl)}>
            No time is recorded here yet.
          </EmptyState>
        }
      />
      {open && <EntryDialog entry={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
