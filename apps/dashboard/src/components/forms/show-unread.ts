import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { firstUnread } from './typed/unread.ts'

/** Whether a form holds something that cannot be read; its field then has the focus, and says what is wrong. */
export function showUnread<T extends FieldValues>(form: UseFormReturn<T>, values: T): boolean {
  const path = firstUnread(values)
  if (path === undefined) return false
  form.setError(path as Path<T>, { type: 'unread', message: 'Cannot be read.' })
  form.setFocus(path as Path<T>)
  return true
}
