import { CallError, isCallError } from '../../api/call-error.ts'
import { askPassword } from '../../api/password-prompt.ts'
import { toast, toastError } from '../../components/toast.tsx'

/** Saves what the filter leaves of the log as a CSV file. */
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

async function fetchCsv(filter: Readonly<Record<string, string | undefined>>): Promise<Blob> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
  const response = await fetch(`/dash/v1/audit/export?${query}`, { method: 'POST' })
  if (response.ok) return response.blob()
  const body: unknown = await response.json().catch(() => undefined)
  const refusal = new CallError(response.status, body, response.headers.get('x-request-id'))
  if (isCallError(refusal, 'password_needed') && (await askPassword())) return fetchCsv(filter)
  throw refusal
}
