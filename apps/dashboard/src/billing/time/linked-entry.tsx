import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { useColleagues } from '../../api/colleagues.ts'
import { refresh, useCall } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { Facts } from '../../components/values/facts.tsx'
import { formatHours } from '../../components/values/formats.ts'
import { Money } from '../../components/values/moments.tsx'
import { useNames } from '../../records/use-names.ts'
import { BilledNotice } from './billed-notice.tsx'
import { longDay } from './days.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { dayOfEntry, nameOfEntry } from './entry.ts'
import type { Entry } from './entry.ts'

/** Opens the time entry with an ID. */
export function LinkedEntry({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error } = useCall('GET /time-entries/{id}', { params: { id } }, { keep: false })
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  if (!data) return null
  const EntryView = data.data.status === 'pending' ? EntryDialog : BilledEntry
  return <EntryView key={data.data.id} entry={data.data} onClose={onClose} />
}

interface BilledEntryProps {
  readonly entry: Entry
  readonly onClose: () => void
}

/** A billed time entry, which is read-only. */
function BilledEntry({ entry, onClose }: BilledEntryProps) {
  const mayWrite = useCan()('matters:write')
  const { all } = useColleagues()
  const { matter } = useNames({ matters: [entry.case_id] })
  const free = () =>
    void call('PATCH /time-entries/{id}', { params: { id: entry.id }, body: { status: 'pending' } })
      .then(() => refresh())
      .catch(toastError)
  return (
    <Dialog open onClose={onClose} title="Time entry">
      <div className="flex flex-col gap-4">
        <BilledNotice of={{ time_entry_id: entry.id }} status={entry.status} {...(mayWrite && { onFree: free })} />
        <Facts
          facts={[
            { label: 'Matter', value: matter(entry.case_id) ?? '–' },
            { label: 'Description', value: nameOfEntry(entry) },
            { label: 'Member', value: all.find(({ id }) => id === entry.user_id)?.name ?? '–' },
            { label: 'Day', value: longDay(dayOfEntry(entry)) },
            { label: 'Duration', value: durationOf(entry) },
            { label: 'Hourly rate', value: <Money value={entry.billing_rate} /> },
          ]}
        />
      </div>
    </Dialog>
  )
}

/** `1 h 15 min recorded, billed as 1 h 18 min` if the firm rounds up. */
function durationOf({ duration, billed_hours: billed }: Entry): string {
  const [worked, counted] = [formatHours(duration ?? 0), formatHours(billed ?? duration ?? 0)]
  return duration === null || worked === counted ? counted : `${worked} recorded, billed as ${counted}`
}
