import { Clock, Receipt } from 'lucide-react'
import type { LineValues } from './typed-lines.ts'

/** What a line bills that was recorded, at a glance. */
export function WorkIcon({ time_entry_id: time, expense_id: expense }: LineValues) {
  if (time === null && expense === null) return null
  const [Icon, label] = time === null ? [Receipt, 'Expense'] : [Clock, 'Recorded time']
  return <Icon role="img" aria-label={label} className="size-3.5 shrink-0 text-muted" />
}
