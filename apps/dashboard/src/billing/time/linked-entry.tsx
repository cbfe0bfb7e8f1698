import { useEffect } from 'react'
import { useCall } from '../../api/queries.ts'
import { toastError } from '../../components/overlays/toast.tsx'
import { BilledEntry } from './billed-entry.tsx'
import { EntryDialog } from './entry-dialog.tsx'

/** The entry that the address names. */
export function LinkedEntry({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error } = useCall('GET /time-entries/{id}', { params: { id } }, { keep: false })
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  if (!data) return null
  const Shown = data.data.status === 'pending' ? EntryDialog : BilledEntry
  return <Shown key={data.data.id} entry={data.data} onClose={onClose} />
}
