import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { createAttempt } from '../../../api/attempt.ts'
import type { Attempt } from '../../../api/attempt.ts'
import { createStore } from '../../../api/store.ts'
import type { Store } from '../../../api/store.ts'
import { draftAt, draftKey, dropDraft, keepDraft } from './draft-store.ts'
import type { Unsaved } from './unsaved.ts'

/** The unsaved values of a form. */
export interface Draft extends Unsaved {
  /** The idempotency keys of the form, which stay with its values until they are saved. */
  readonly attempt: Attempt
  /** The time of an earlier draft of the form. */
  readonly offer: Store<string | undefined>
  readonly restore: () => void
  readonly refuse: () => void
  /** Marks the values as saved. */
  readonly settle: () => void
}

/**
 * Keeps the typed values of a form in this tab until they are saved or discarded, or the member signs out.
 * A form without a name holds secrets, so it keeps nothing and does not ask.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, nameOf: () => string | undefined): Draft {
  const [{ draft, follow }] = useState(() => createDraft(form, nameOf()))
  useEffect(follow, [follow])
  return draft
}

function createDraft<T extends FieldValues>(form: UseFormReturn<T>, name: string | undefined) {
  const key = name === undefined ? undefined : draftKey(name)
  const copy = (): T => structuredClone(form.getValues())
  let saved = copy()
  const earlier = key === undefined ? undefined : draftAt(key)
  const offer = createStore(earlier?.at)
  let attempt = createAttempt()
  const changed = () =>
    Object.entries(form.getValues()).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field]))
  const set = (values: object) => form.reset({ ...copy(), ...values }, { keepDefaultValues: true })
  function drop() {
    if (key !== undefined) dropDraft(key)
    offer.set(undefined)
  }
  function keep() {
    if (key === undefined) return
    const values = changed()
    if (values.length > 0) keepDraft(key, { values: Object.fromEntries(values), attempt: attempt.id() })
    // An open offer is the only copy of the draft.
    else if (offer.get() === undefined) dropDraft(key)
  }
  const draft: Draft = {
    offer,
    attempt: {
      id: () => attempt.id(),
      keyOf(url) {
        const next = attempt.keyOf(url)
        // The draft of a form that was sent has its key.
        keep()
        return next
      },
      uuid: () => attempt.uuid(),
      time: () => attempt.time(),
      end: () => attempt.end(),
    },
    isDirty: () => key !== undefined && changed().length > 0,
    discard() {
      set(saved)
      drop()
      attempt.end()
    },
    restore() {
      const fields = Object.entries(earlier?.values ?? {}).filter(([field]) => field in saved)
      offer.set(undefined)
      attempt = createAttempt(earlier?.attempt)
      set(Object.fromEntries(fields))
      keep()
    },
    refuse() {
      drop()
      keep()
    },
    settle() {
      saved = copy()
      drop()
      attempt.end()
    },
  }
  return { draft, follow: () => form.subscribe({ formState: { values: true }, callback: keep }) }
}

/** Keeps the unsaved text of one field of the page's record. */
export function useTextDraft(name: string) {
  const key = draftKey(name)
  const [, setChanges] = useState(0)
  const kept = draftAt(key)
  const text = kept?.values['text']
  const showChange = () => setChanges((before) => before + 1)
  return {
    kept: kept !== undefined && typeof text === 'string' ? { at: kept.at, text } : undefined,
    keep(typed: string) {
      keepDraft(key, { values: { text: typed } })
      showChange()
    },
    drop() {
      dropDraft(key)
      showChange()
    },
  }
}
