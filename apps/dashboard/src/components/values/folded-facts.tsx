import { useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { Facts } from './facts.tsx'
import type { Fact } from './facts.tsx'

export interface FoldedFact extends Fact {
  readonly isEmpty: boolean
}

/** Names and values; those without a value stand behind a button, where they can be filled in. */
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
