import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { CallError } from '../../api/call-error.ts'
import { firstUnread } from './typed/typed-value.ts'

/** `events[0].url` → `events.0.url` */
const formPath = (field: string) => field.replaceAll(/\[(\d+)\]/g, '.$1')

/**
 * Shows the server's `details` at the fields they name, and returns a message for the rest, if any.
 * `leadData.email` is looked for as such and as `email`.
 */
export function placeErrors<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): string | undefined {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : 'Something went wrong.'
  const values = form.getValues()
  let isFirst = true
  const rest = error.details.filter(({ field, message }) => {
    const path = formPath(field)
    const name = [path, path.replace(/^\w+\./, '')].find((name) => (name.split(/\./)[0] ?? '') in values)
    if (name === undefined) return true
    form.setError(name as Path<T>, { type: 'server', message: sentence(plainWords(message)) }, { shouldFocus: isFirst })
    isFirst = false
    return false
  })
  if (rest.length > 0) return sentence(plainWords(rest.map(({ field, message }) => `${field} ${message}`).join('; ')))
  return error.details.length > 0 ? undefined : error.message
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `must not be less than start_date` → `must not be less than start date`: names of the API are not for people. */
export const plainWords = (text: string) =>
  text.replaceAll(/(?<![\w.])[a-z]+(?:_[a-z]+)+(?![\w.])/g, (name) => name.replaceAll('_', ' '))

/** Whether a form holds something that cannot be read; its field then has the focus, and says what is wrong. */
export function showUnread<T extends FieldValues>(form: UseFormReturn<T>, values: T): boolean {
  const path = firstUnread(values)
  if (path === undefined) return false
  form.setError(path as Path<T>, { type: 'unread', message: 'Cannot be read.' })
  form.setFocus(path as Path<T>)
  return true
}
