import { call } from '../../api/call.ts'
import { refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { Facts } from '../../components/values/facts.tsx'
import { formatHours } from '../../components/values/formats.ts'
import { Money } from '../../components/values/moments.tsx'
import { useNames } from '../../records/use-names.ts'
import { longDay } from './days.ts'
import { BilledNotice } from './billed-notice.tsx'
import { useColleagues } from '../../api/colleagues.ts'
import { dayOfEntry, nameOfEntry } from './entry.ts'
import type { Entry } from './entry.ts'

interface BilledEntryProps {
  readonly entry: Entry
  readonly onClose: () => void
}

/** A time entry that is billed: as it is on its invoice, and not to be changed. */
export function BilledEntry({ entry, onClose }: BilledEntryProps) {
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
            { label: 'Duration', value: formatHours(entry.billed_hours ?? entry.duration ?? 0) },
            { label: 'Hourly rate', value: <Money value={entry.billing_rate} /> },
          ]}
        />
      </div>
    </Dialog>
  )
}
