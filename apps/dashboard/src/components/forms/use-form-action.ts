import type { BaseSyntheticEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ChangeInput, RecordPath } from '../../api/change.ts'
import type { CallInput } from '../../api/contract.ts'
import { createAttempt } from '../../api/attempt.ts'
import { isCallError } from '../../api/call-error.ts'
import type { Attempt } from '../../api/attempt.ts'
import { refresh, useAction, useChange } from '../../api/queries.ts'
import type { ActionKey, UseActionOptions, UseChangeOptions } from '../../api/queries.ts'
import { useDraft } from './drafts/use-draft.ts'
import type { Draft } from './drafts/use-draft.ts'
import { placeErrors, reportUnreadable } from './form-errors.ts'

export interface FormAction {
  readonly onSubmit: (event?: BaseSyntheticEvent) => void
  readonly draft: Draft
  readonly isBusy: boolean
  /** An error that belongs to no field, for FormError. */
  readonly error: string | undefined
}

/**
 * Sends a form of react-hook-form to an operation. `<Form of={save}>` draws the form, with errors of the server at their
 * fields.
 *
 *     const form = useForm({ defaultValues: { title: '' } })
 *     const save = useFormAction(form, 'POST /matters', (values) => ({ body: values }), { onDone: close })
 */
export function useFormAction<T extends FieldValues, K extends ActionKey>(
  form: UseFormReturn<T>,
  key: K,
  inputOf: (values: T, attempt: Attempt) => CallInput<K>,
  options: UseActionOptions<K> = {},
): FormAction {
  const draft = useDraft(form, () => draftName(form, key, (values) => inputOf(values, createAttempt())))
  const action = useAction(key, {
    ...options,
    attempt: draft.attempt,
    onDone: settling(draft, options.onDone),
    onFail: (error) => {
      showError(form, error)
      options.onFail?.(error)
    },
  })
  return useSubmit(form, draft, (values) => action.mutate(inputOf(values, draft.attempt)), action.isPending)
}

/** Changes a record by a form, without overwriting what another member changed in the meantime. */
export function useFormChange<T extends FieldValues, P extends RecordPath>(
  form: UseFormReturn<T>,
  path: P,
  inputOf: (values: T) => ChangeInput<P>,
  options: UseChangeOptions,
): FormAction {
  const draft = useDraft(form, () => draftName(form, path, inputOf))
  const action = useChange(path, {
    ...options,
    onDone: settling(draft, options.onDone),
    onFail: (error) => showError(form, error),
  })
  return useSubmit(form, draft, (values) => action.mutate(inputOf(values)), action.isPending)
}

/** Saves a form by several requests. Its draft has the given name. */
export function useFormSave<T extends FieldValues, R>(
  form: UseFormReturn<T>,
  name: string,
  save: (values: T, attempt: Attempt) => Promise<R>,
  onDone: (result: R) => void,
): FormAction {
  const draft = useDraft(form, () => name)
  const send = async (values: T) => {
    const result = await save(values, draft.attempt)
    settling(draft, onDone)(result)
  }
  return useSubmit(form, draft, send, form.formState.isSubmitting)
}

/** Passwords and codes are never kept. */
const secret = /^POST \/(?:re-authenticate|security)/

/** The name of a draft: the operation and its record. */
export function draftName<T extends FieldValues>(form: UseFormReturn<T>, key: string, inputOf: (values: T) => object) {
  if (secret.test(key)) return undefined
  try {
    const { params }: { readonly params?: object } = { ...inputOf(form.getValues()) }
    return params ? `${key} ${JSON.stringify(params)}` : key
  } catch {
    // Values of a new record may not be complete enough to be sent.
    return key
  }
}

/** Settles the draft before `onDone`, which may leave the page, and after it, because it may reset the form. */
const settling =
  <A extends readonly unknown[]>(draft: Draft, onDone: ((...of: A) => void) | undefined) =>
  (...of: A) => {
    draft.settle()
    onDone?.(...of)
    draft.settle()
  }

function showError<T extends FieldValues>(form: UseFormReturn<T>, error: unknown) {
  // The lists show the record that the first press saved.
  if (isCallError(error, 'idempotency_mismatch')) void refresh()
  const message = placeErrors(form, error)
  if (message) form.setError('root', { type: 'server', message })
}

function useSubmit<T extends FieldValues>(
  form: UseFormReturn<T>,
  draft: Draft,
  send: (values: T) => void | Promise<void>,
  isBusy: boolean,
): FormAction {
  const submit = form.handleSubmit(async (values) => {
    if (reportUnreadable(form, values)) return
    try {
      await send(values)
    } catch (error) {
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
