import { createContext, useContext, useEffect } from 'react'

/** Something on the screen that may hold typed text. */
export interface Unsaved {
  readonly isDirty: () => boolean
  /** Back to the saved values; the draft is removed. */
  readonly discard: () => void
}

const onScreen = new Set<Unsaved>()
let isLeftFreely = false

/** Whether a form on the screen holds text that is not saved. */
export const hasUnsaved = () => !isLeftFreely && [...onScreen].some((each) => each.isDirty())

/** The page is left for good, without a question. */
export function leaveFreely() {
  isLeftFreely = true
}

/** The forms of the dialog that a component is in; null on a page. */
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
