import type { BaseSyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { CallInput, OperationKey } from '../../api/contract.ts'
import { useAction } from '../../api/queries.ts'
import type { UseActionOptions } from '../../api/queries.ts'
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
      const message = placeErrors(form, error)
      if (message) form.setError('root', { type: 'server', message })
      options.onFail?.(error)
    },
  })
  const submit = form.handleSubmit((values) => action.mutate(inputOf(values)))
  return {
    onSubmit: (event) => {
      event?.stopPropagation()
      form.clearErrors('root')
      if (!action.isPending) void submit(event)
      else event?.preventDefault()
    },
    isBusy: action.isPending,
    error: form.formState.errors.root?.message,
  }
}
