import { saveFile } from '../../api/save-file.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'

/** Saves the entries that fit the filter as a CSV file. */
export async function exportLog(filter: Readonly<Record<string, string | undefined>>): Promise<void> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
  try {
    await saveFile('POST', `/dash/v1/audit/export?${query}`, 'audit-log.csv')
    toast('Exported')
  } catch (error) {
    toastError(error)
  }
}
