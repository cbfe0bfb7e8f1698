import type { BaseSyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { CallInput, OperationKey } from '../../api/contract.ts'
import type { ChangeKey } from '../../api/change.ts'
import { useAction, useChange } from '../../api/queries.ts'
import type { UseActionOptions, UseChangeOptions } from '../../api/queries.ts'
import { useDraft } from './drafts/use-draft.ts'
import type { Draft } from './drafts/use-draft.ts'
import { placeErrors } from './server-errors.ts'
import { showUnread } from './show-unread.ts'

export interface FormAction {
  readonly onSubmit: (event?: BaseSyntheticEvent) => void
  readonly draft: Draft
  readonly isBusy: boolean
  /** What the server found wrong that belongs to no field; for FormError. */
  readonly error: string | undefined
}

/**
 * Sends a form of react-hook-form to an operation; `<Form of={save}>` draws it. What the server finds wrong is shown at
 * its field.
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
  const draft = useDraft(form, () => draftName(form, key, inputOf))
  const action = useAction(key, {
    ...options,
    onDone: settling(draft, options.onDone),
    onFail: (error) => {
      showError(form, error)
      options.onFail?.(error)
    },
  })
  return useSubmit(form, draft, (values) => action.mutate(inputOf(values)), action.isPending)
}

/** The same for a change of a record that was seen: who changed it meanwhile is not overwritten. */
export function useFormChange<T extends FieldValues, K extends ChangeKey>(
  form: UseFormReturn<T>,
  key: K,
  inputOf: (values: T) => CallInput<K>,
  options: UseChangeOptions,
): FormAction {
  const draft = useDraft(form, () => draftName(form, key, inputOf))
  const action = useChange(key, {
    ...options,
    onDone: settling(draft, options.onDone),
    onFail: (error) => showError(form, error),
  })
  return useSubmit(form, draft, (values) => action.mutate(inputOf(values)), action.isPending)
}

/** Passwords and codes are never kept. */
const secret = /^POST \/(?:re-authenticate|security)/

/** The operation and its record, such as the client whose billing details are typed. */
function draftName<T extends FieldValues>(form: UseFormReturn<T>, key: string, inputOf: (values: T) => object) {
  if (secret.test(key)) return undefined
  try {
    const { params } = inputOf(form.getValues()) as { readonly params?: object }
    return params ? `${key} ${JSON.stringify(params)}` : key
  } catch {
    // Values that cannot be sent yet belong to a new record.
    return key
  }
}

/** Before what follows, which may leave the page, and after it, which may empty the form. */
const settling =
  <A extends readonly unknown[]>(draft: Draft, onDone: ((...of: A) => void) | undefined) =>
  (...of: A) => {
    draft.settle()
    onDone?.(...of)
    draft.settle()
  }

function showError<T extends FieldValues>(form: UseFormReturn<T>, error: unknown) {
  const message = placeErrors(form, error)
  if (message) form.setError('root', { type: 'server', message })
}

function useSubmit<T extends FieldValues>(
  form: UseFormReturn<T>,
  draft: Draft,
  send: (values: T) => void,
  isBusy: boolean,
): FormAction {
  const submit = form.handleSubmit((values) => {
    if (showUnread(form, values)) return
    try {
      send(values)
    } catch (error) {
      // What the form itself finds wrong before anything is sent.
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
    draft,
    isBusy,
    error: form.formState.errors.root?.message,
  }
}
