import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'

export interface Fact {
  /** Default: the label. */
  readonly id?: string
  readonly label: string
  readonly value: ReactNode
  /** Hidden in print. */
  readonly isScreenOnly?: boolean
}

/** Names and values, as in the right column of a detail page. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 text-table">
      {facts.map(({ label, id = label, value, isScreenOnly = value == null }) => (
        <div key={id} className={isScreenOnly ? 'contents print:hidden' : 'contents'}>
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value ?? <span className="text-muted">–</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

/** An id in the code font, with a copy button. */
export function IdText({ value, what = 'id' }: { readonly value: string | number; readonly what?: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 truncate font-mono text-meta">{value}</code>
      <CopyButton text={String(value)} what={what} />
    </span>
  )
}

export interface FoldedFact extends Fact {
  readonly isEmpty: boolean
}

/** Names and values. A button reveals empty fields, so that they can be filled in. */
export function FoldedFacts({ facts, canFill }: { readonly facts: readonly FoldedFact[]; readonly canFill: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const empty = facts.filter((fact) => fact.isEmpty)
  const filled = facts.filter((fact) => !fact.isEmpty)
  return (
    <div className="flex flex-col items-start gap-3">
      <Facts facts={isOpen ? facts : filled} />
      {canFill && empty.length > 0 && (
        <Button tone="quiet" size="sm" className="-ml-2.5" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide empty fields' : `Show ${empty.length} empty ${empty.length === 1 ? 'field' : 'fields'}`}
        </Button>
      )}
    </div>
  )
}
