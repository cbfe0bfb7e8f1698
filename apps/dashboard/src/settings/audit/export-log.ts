import { fetchFile } from '../../api/fetch-file.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'

/** Saves the entries that fit the filter as a CSV file. */
export async function exportLog(filter: Readonly<Record<string, string | undefined>>): Promise<void> {
  try {
    const file = await fetchCsv(filter)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = 'audit-log.csv'
    link.click()
    URL.revokeObjectURL(link.href)
    toast('Exported')
  } catch (error) {
    toastError(error)
  }
}

function fetchCsv(filter: Readonly<Record<string, string | undefined>>): Promise<Blob> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
  return fetchFile(`/dash/v1/audit/export?${query}`)
}
