import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { CallError } from '../../api/call-error.ts'
import { titled } from '../values/formats.ts'
import { firstUnreadable } from './typed/typed-value.ts'

/** `events[0].url` → `events.0.url` */
const formPath = (field: string) => field.replaceAll(/\[(\d+)\]/g, '.$1')

/**
 * Sets the server's `details` as errors of the fields that they name, and returns a message for the others.
 * `leadData.email` matches a field of this name, or `email`.
 */
export function placeErrors<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): string | undefined {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : 'Something went wrong.'
  const values = form.getValues()
  let isFirst = true
  const rest = error.details.filter(({ field, message }) => {
    const path = formPath(field)
    const name = [path, path.replace(/^\w+\./, '')].find((name) => (name.split(/\./)[0] ?? '') in values)
    if (name === undefined) return true
    // The name of a value is a path of the form.
    form.setError(name as Path<T>, { type: 'server', message: titled(plainWords(message)) }, { shouldFocus: isFirst })
    isFirst = false
    return false
  })
  if (rest.length > 0) return titled(plainWords(rest.map(({ field, message }) => `${field} ${message}`).join('; ')))
  return error.details.length > 0 ? undefined : error.message
}

/** Writes field names as words: `must not be less than start_date` → `must not be less than start date`. */
export const plainWords = (text: string) =>
  text.replaceAll(/(?<![\w.])[a-z]+(?:_[a-z]+)+(?![\w.])/g, (name) => name.replaceAll('_', ' '))

/** True if a value of a form cannot be read. Its field then gets the focus and an error. */
export function reportUnreadable<T extends FieldValues>(form: UseFormReturn<T>, values: T): boolean {
  // A path of the values is a path of the form.
  const path = firstUnreadable(values) as Path<T> | undefined
  if (path === undefined) return false
  form.setError(path, { type: 'unreadable', message: 'Cannot be read.' })
  form.setFocus(path)
  return true
}
