import { useBlocker } from '@tanstack/react-router'
import type { ShouldBlockFn } from '@tanstack/react-router'
import { leavePrompt } from '../../api/prompts/leave-prompt.ts'
import { hasUnsaved } from '../../components/forms/drafts/unsaved.ts'

/** Asks before the page is left, reloaded or its tab changed while a form on it holds typed text. */
export function useLeaving() {
  useBlocker({
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: async (move) => hasUnsaved() && isLeaving(move) && !(await leavePrompt.ask({ isKept: true })),
  })
}

/** Filters and dialogs change the search of the same page; its tabs and the browser's Back take the form away. */
function isLeaving({ current, next, action }: Parameters<ShouldBlockFn>[0]): boolean {
  if (current.pathname !== next.pathname) return true
  return tabOf(current.search) !== tabOf(next.search) || /^(?:BACK|FORWARD|GO)$/.test(action)
}

const tabOf = (search: object) => ('tab' in search ? search.tab : undefined)
