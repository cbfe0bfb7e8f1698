import type { Answer } from '../../api/contract.ts'

/** A conflict check of a lead, with its decisions. */
export type Check = Answer<'GET /lead-board/{id}/conflicts'>

/** The ID of the element with the reason why a lead cannot be converted. */
export const undecidedId = 'undecided'

/** The reason why a lead cannot be converted yet. */
export function Undecided({ check }: { readonly check: Check }) {
  if (check.is_decided) return null
  return (
    <p id={undecidedId} className="rounded-md bg-warn-soft px-4 py-2 text-table text-warn">
      {reasonOf(check.decisions[0])}
    </p>
  )
}

function reasonOf(newest: Check['decisions'][number] | undefined): string {
  if (newest?.decision === 'conflict') return 'A conflict is recorded. This lead cannot be converted.'
  if (newest) return 'The names of this lead have changed. Check for conflicts again before you convert it.'
  return 'Check for conflicts of interest before you convert this lead.'
}
