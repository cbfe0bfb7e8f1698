import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { DialogForms } from '../forms/drafts/unsaved.ts'
import type { Unsaved } from '../forms/drafts/unsaved.ts'

interface Closing {
  /** Closes, and asks first if typed text would be lost. */
  readonly requestClose: () => void
  /** Draws the content with the question below it. */
  readonly withQuestion: (content: ReactNode) => ReactNode
}

/** Closes a dialog by Esc, a press outside or its ✕. With unsaved text it asks first, and Esc then continues editing. */
export function useClosing(onClose: () => void): Closing {
  const [forms] = useState(() => new Set<Unsaved>())
  const [isAsked, setAsked] = useState(false)
  const typedIn = useRef<Element | null>(null)
  function keep() {
    setAsked(false)
    if (typedIn.current instanceof HTMLElement) typedIn.current.focus()
  }
  function discard() {
    for (const form of forms) form.discard()
    setAsked(false)
    onClose()
  }
  return {
    requestClose() {
      if (isAsked) return keep()
      if (![...forms].some((form) => form.isDirty())) return onClose()
      typedIn.current = document.activeElement
      setAsked(true)
    },
    withQuestion: (content) => (
      <DialogForms value={forms}>
        {content}
        {isAsked && (
          <div
            role="alertdialog"
            aria-label="Discard your changes?"
            className="sticky bottom-0 mt-4 flex flex-wrap items-center gap-2 rounded-md border border-bad bg-raised px-3 py-2 text-table"
          >
            <span className="min-w-0 flex-1 font-medium">Discard your changes?</span>
            <Button autoFocus onClick={keep}>
              Keep editing
            </Button>
            <Button tone="danger" onClick={discard}>
              Discard
            </Button>
          </div>
        )}
      </DialogForms>
    ),
  }
}
