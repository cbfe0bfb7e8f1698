import { createContext, useContext, useEffect } from 'react'

/** A form or field that can hold unsaved text. */
export interface Unsaved {
  readonly isDirty: () => boolean
  /** Restores the saved values, and removes the draft. */
  readonly discard: () => void
}

const onScreen = new Set<Unsaved>()
let isLeftFreely = false

/** True if a form on the screen has unsaved text. */
export const hasUnsaved = () => !isLeftFreely && [...onScreen].some((each) => each.isDirty())

/** Lets the user leave the page without a question. */
export function leaveFreely() {
  isLeftFreely = true
}

/** The forms of the surrounding dialog. Null on a page. */
export const DialogForms = createContext<Set<Unsaved> | null>(null)

/** Makes a form ask before its dialog is closed or its page is left. */
export function useAskBeforeLeaving(form: Unsaved) {
  const inDialog = useContext(DialogForms)
  useEffect(() => {
    onScreen.add(form)
    inDialog?.add(form)
    return () => {
      onScreen.delete(form)
      inDialog?.delete(form)
    }
  }, [form, inDialog])
}
