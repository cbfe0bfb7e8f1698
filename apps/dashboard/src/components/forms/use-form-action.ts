import type { BaseSyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { CallInput, OperationKey } from '../../api/contract.ts'
import type { ChangeKey } from '../../api/change.ts'
import { useAction, useChange } from '../../api/queries.ts'
import type { UseActionOptions, UseChangeOptions } from '../../api/queries.ts'
import { placeErrors } from './server-errors.ts'

export interface FormAction {
  /** For `<form onSubmit={…}>`. */
  readonly onSubmit: (event?: BaseSyntheticEvent) => void
  readonly isBusy: boolean
  /** What the server found wrong that belongs to no field; for FormError. */
  readonly error: string | undefined
}

/**
 * Sends a form of react-hook-form to an operation. What the server finds wrong is shown at its field.
 *
 *     const form = useForm({ defaultValues: { title: '' } })
 *     const save = useFormAction(form, 'POST /matters', (values) => ({ body: values }), { onDone: close })
 */
export function useFormAction<T extends FieldValues, K extends OperationKey>(
  form: UseFormReturn<T>,
  key: K,
  inputOf: (values: T) => CallInput<K>,
  options: UseActionOptions<K> = {},
): FormAction {
  const action = useAction(key, {
    ...options,
    onFail: (error) => {
      showError(form, error)
      options.onFail?.(error)
    },
  })
  return useSubmit(form, (values) => action.mutate(inputOf(values)), action.isPending)
}

/** The same for a change of a record that was seen: who changed it meanwhile is not overwritten. */
export function useFormChange<T extends FieldValues, K extends ChangeKey>(
  form: UseFormReturn<T>,
  key: K,
  inputOf: (values: T) => CallInput<K>,
  options: UseChangeOptions,
): FormAction {
  const action = useChange(key, { ...options, onFail: (error) => showError(form, error) })
  return useSubmit(form, (values) => action.mutate(inputOf(values)), action.isPending)
}

function showError<T extends FieldValues>(form: UseFormReturn<T>, error: unknown) {
  const message = placeErrors(form, error)
  if (message) form.setError('root', { type: 'server', message })
}

function useSubmit<T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (values: T) => void,
  isBusy: boolean,
): FormAction {
  const submit = form.handleSubmit((values) => {
    try {
      send(values)
    } catch (error) {
      // What was typed cannot be read, such as a number.
      showError(form, error)
    }
  })
  return {
    onSubmit: (event) => {
      event?.stopPropagation()
      form.clearErrors('root')
      if (!isBusy) void submit(event)
      else event?.preventDefault()
    },
    isBusy,
    error: form.formState.errors.root?.message,
  }
}
