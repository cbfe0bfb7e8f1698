import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useAction } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { titled } from '../../components/values/formats.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { BoardColumn } from './board-column.tsx'
import { inPath, leadName, leadStatuses } from './lead.ts'
import type { Lead, LeadStatus } from './lead.ts'

/** The lead with the focus, or under the pointer. */
const currentLead = () =>
  document.activeElement?.closest<HTMLElement>('[data-lead]') ??
  document.querySelector<HTMLElement>('[data-lead]:hover')

/** Leads by their status, in columns. */
export function Board() {
  const board = useRef<HTMLDivElement>(null)
  const [moving, setMoving] = useState<string>()
  const move = useMove()
  const mayMove = useCan()('leads:manage')
  useShortcuts(
    mayMove
      ? [
          {
            keys: 'M',
            scope: 'Leads',
            label: 'Move the lead to a column',
            run: () => setMoving(currentLead()?.dataset['lead']),
          },
        ]
      : [],
  )
  const moveAndFollow = (lead: Lead, status: LeadStatus) => {
    move(lead, status)
    followFocus(board.current, lead.lead_id, status)
  }
  return (
    <div
      ref={board}
      className="-mx-4 flex min-h-[calc(100dvh-13rem)] gap-3 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:px-6"
      tabIndex={0}
      role="region"
      aria-label="Board"
    >
      {leadStatuses.map((status) => (
        <BoardColumn
          key={status}
          {...{ status, moving }}
          onMove={mayMove ? moveAndFollow : undefined}
          onMoving={setMoving}
        />
      ))}
    </div>
  )
}

/** Focuses a card when it is in its new column, so that the next key starts from there. */
function followFocus(board: HTMLElement | null, id: string, status: LeadStatus) {
  if (!board) return
  const observer = new MutationObserver(() => {
    const link = board.querySelector<HTMLElement>(`[data-column="${status}"] [data-lead="${id}"] a`)
    if (!link) return
    observer.disconnect()
    link.focus()
  })
  observer.observe(board, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), 5_000)
}

/** Moves a lead to another column. "converted" opens its page, where it can be converted. */
function useMove() {
  const navigate = useNavigate()
  const save = useAction('PATCH /lead-board/{id}', { invalidates: ['GET /lead-board'], onFail: toastError })
  return (lead: Lead, status: LeadStatus) => {
    if (status === lead.status) return
    if (status === 'converted' && lead.client_id === null) {
      void navigate({ to: '/leads/$id', params: { id: lead.lead_id }, search: { convert: '1' } })
      return
    }
    const to = (next: LeadStatus) => ({ params: inPath(lead), body: { status: next } })
    save.mutate(to(status), {
      onSuccess: () =>
        toast(`${leadName(lead)} is now ${titled(status).toLowerCase()}`, { undo: () => save.mutate(to(lead.status)) }),
    })
  }
}
