import { useState } from 'react'
import { draftAt, draftKey, dropDraft, keepDraft } from './draft-store.ts'

/** The typed and unsaved text of one box of the page's record. */
export function useTextDraft(name: string) {
  const key = draftKey(name)
  const [, setChanges] = useState(0)
  const kept = draftAt(key)
  const text = kept?.values['text']
  const showChange = () => setChanges((before) => before + 1)
  return {
    kept: kept !== undefined && typeof text === 'string' ? { at: kept.at, text } : undefined,
    keep(typed: string) {
      keepDraft(key, { text: typed })
      showChange()
    },
    drop() {
      dropDraft(key)
      showChange()
    },
  }
}
