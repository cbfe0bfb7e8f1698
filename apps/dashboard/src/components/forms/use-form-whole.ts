import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { keptTheirs } from '../../api/conflicts.ts'
import type { ConflictTexts } from '../../api/conflicts.ts'
import type { CallInput, ReadOf, RecordAt, WholeKey } from '../../api/contract.ts'
import { refresh } from '../../api/queries.ts'
import { saveWhole } from '../../api/save-whole.ts'
import { toast } from '../overlays/toast.tsx'
import { draftName, useFormSave } from './use-form-action.ts'
import type { FormAction } from './use-form-action.ts'

interface FormWholeOptions<T, K extends WholeKey> extends ConflictTexts {
  /** The record that the form shows. */
  readonly seen: RecordAt<ReadOf<K>>
  /** The values that the form has for a record. `typed` are its current values. */
  readonly valuesOf: (record: RecordAt<ReadOf<K>>, typed: T) => T
  readonly inputOf: (values: T) => CallInput<K>
  /** The notice. Default: Saved. */
  readonly saved?: string
  readonly onDone?: (record: RecordAt<ReadOf<K>>) => void
}

/**
 * Saves a form that holds a whole, such as the settings of the firm. Changes of another member
 * since the form was opened are never overwritten.
 */
export function useFormWhole<T extends FieldValues, K extends WholeKey>(
  form: UseFormReturn<T>,
  key: K,
  { seen: shown, valuesOf, inputOf, saved = 'Saved', onDone, ...texts }: FormWholeOptions<T, K>,
): FormAction {
  // As it was when the user began to edit it. A refetch can replace it in the meantime.
  const [seen, setSeen] = useState(shown)
  return useFormSave(
    form,
    draftName(form, key, inputOf) ?? key,
    async (typed) => {
      const bodyOf = (record: RecordAt<ReadOf<K>>): object => ({ ...(inputOf(valuesOf(record, typed)).body as object) })
      const result = await saveWhole(key, inputOf(typed), { seen, bodyOf, ...texts })
      void refresh()
      return { ...result, typed }
    },
    ({ record, isSaved, typed }) => {
      setSeen(record)
      form.reset(valuesOf(record, typed))
      toast(isSaved ? saved : keptTheirs)
      onDone?.(record)
    },
  )
}
