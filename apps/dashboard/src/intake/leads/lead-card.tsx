import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Menu } from '../../components/overlays/menu.tsx'
import { titled } from '../../components/values/formats.ts'
import { Ago } from '../../components/values/moments.tsx'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { inPath, leadName, leadStatuses } from './lead.ts'
import type { Lead, LeadStatus } from './lead.ts'

interface LeadCardProps {
  readonly lead: Lead
  /** Undefined if the user may not move it. */
  readonly onMove: ((lead: Lead, status: LeadStatus) => void) | undefined
  /** True if its menu of columns is open. */
  readonly isMoving: boolean
  readonly onMoving: (isOpen: boolean) => void
}

/** A lead on the board. It moves by mouse, by `M` and by its menu. */
export function LeadCard({ lead, onMove, isMoving, onMoving }: LeadCardProps) {
  const mayMove = onMove !== undefined
  const { card, isDragged } = useDraggable(lead, mayMove)
  const name = leadName(lead)
  return (
    <li
      ref={card}
      data-lead={lead.lead_id}
      className={classNames(
        'relative rounded-md border border-line bg-raised px-3 py-2.5 text-table hover:border-control has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-accent',
        mayMove && 'cursor-grab',
        isDragged && 'opacity-40',
      )}
    >
      <div className="flex items-start gap-2">
        <Link
          to="/leads/$id"
          params={inPath(lead)}
          draggable={false}
          title={name}
          className="min-w-0 flex-1 line-clamp-2 font-medium wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-md"
        >
          {name}
        </Link>
        {onMove && (
          <span className="relative z-10 -my-1 -mr-1.5">
            <Menu
              open={isMoving}
              onOpenChange={onMoving}
              header={<p className="px-2 py-1 text-meta text-muted">Move {name} to</p>}
              trigger={<IconButton size="xs" label={`Move ${name}`} icon={<Ellipsis className="size-4" />} />}
              items={leadStatuses.map((status) => ({
                label: titled(status),
                checked: status === lead.status,
                onSelect: () => onMove(lead, status),
              }))}
            />
          </span>
        )}
      </div>
      {(lead.practice_area ?? lead.company) && (
        <p className="mt-0.5 truncate text-muted">{lead.practice_area ?? lead.company}</p>
      )}
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-muted">
        {lead.urgency === 'high' && <StatusBadge status="urgent" tone="bad" />}
        <span>Score {lead.score}</span>
        <Ago value={lead.created_at} />
      </p>
    </li>
  )
}

/** Makes the card of a lead draggable. */
function useDraggable(lead: Lead, mayMove: boolean) {
  const card = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element || !mayMove) return undefined
    return draggable({
      element,
      getInitialData: () => ({ lead }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [lead, mayMove])
  return { card, isDragged }
}
