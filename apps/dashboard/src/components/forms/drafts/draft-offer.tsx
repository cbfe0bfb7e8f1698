import { Button } from '../../buttons/button.tsx'
import type { ButtonProps } from '../../buttons/button.tsx'
import { formatDateTime, formatTime } from '../../values/formats.ts'

interface DraftOfferProps {
  /** The time when it was typed. */
  readonly at: string
  readonly onRestore: ButtonProps['onClick']
  readonly onRefuse: ButtonProps['onClick']
}

/** Offers to restore unsaved text. */
export function DraftOffer({ at, onRestore, onRefuse }: DraftOfferProps) {
  return (
    <div
      data-draft
      className="col-span-full flex flex-wrap items-center gap-2 rounded-md bg-accent-soft px-3 py-2 text-table"
    >
      <span className="min-w-0 flex-1 basis-48">You have unsaved changes here.</span>
      <Button size="sm" onClick={onRestore}>
        Restore changes from {timeOf(at)}
      </Button>
      <Button size="sm" tone="quiet" onClick={onRefuse}>
        Discard
      </Button>
    </div>
  )
}

const timeOf = (at: string) =>
  new Date(at).toDateString() === new Date().toDateString() ? formatTime(at) : formatDateTime(at)
