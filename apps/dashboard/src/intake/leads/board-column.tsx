import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { ErrorPanel } from '../../components/page/error-panel.tsx'
import { Skeleton } from '../../components/page/skeleton.tsx'
import { titled } from '../../components/values/formats.ts'
import { LeadCard } from './lead-card.tsx'
import type { Lead, LeadStatus } from './lead.ts'

const pageSize = 20
const maxCards = 200

interface BoardColumnProps {
  readonly status: LeadStatus
  readonly onMove: ((lead: Lead, status: LeadStatus) => void) | undefined
  /** The lead whose menu of columns is open. */
  readonly moving: string | undefined
  readonly onMoving: (id: string | undefined) => void
}

/** The leads of one status, newest first. Cards can be dropped anywhere on the column. */
export function BoardColumn({ status, onMove, moving, onMoving }: BoardColumnProps) {
  const column = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const [limit, setLimit] = useState(pageSize)
  const leads = useCall('GET /lead-board', { query: { status, limit, include: 'total' } }, { poll: status === 'new' })
  const latest = useRef(onMove)
  latest.current = onMove
  useEffect(() => {
    const element = column.current
    if (!element) return undefined
    return dropTargetForElements({
      element,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        // Only lead cards are draggable.
        latest.current?.(source.data['lead'] as Lead, status)
      },
    })
  }, [status])
  const rows = leads.data?.data
  return (
    <section
      ref={column}
      aria-label={titled(status)}
      data-column={status}
      className={classNames(
        'flex w-64 shrink-0 flex-col rounded-lg border p-2 lg:w-auto lg:min-w-0 lg:flex-1',
        isOver ? 'border-accent bg-accent-soft' : 'border-line bg-subtle',
      )}
    >
      <h2 className="flex items-baseline gap-2 px-1 pb-2 text-table font-semibold">
        {titled(status)}
        <span className="font-normal text-muted tabular-nums">{leads.data?.total}</span>
      </h2>
      {leads.error && !rows && <ErrorPanel error={leads.error} onRetry={() => void leads.refetch()} />}
      {!leads.error && !rows && <Skeleton lines={3} />}
      <ul className="flex min-h-16 flex-col gap-2">
        {rows?.map((lead) => (
          <LeadCard
            key={lead.lead_id}
            lead={lead}
            onMove={onMove}
            isMoving={moving === lead.lead_id}
            onMoving={(isOpen) => onMoving(isOpen ? lead.lead_id : undefined)}
          />
        ))}
      </ul>
      {leads.data?.has_more && limit < maxCards && (
        <Button size="sm" tone="quiet" className="mt-2" onClick={() => setLimit(Math.min(limit * 2, maxCards))}>
          Show more
        </Button>
      )}
    </section>
  )
}
