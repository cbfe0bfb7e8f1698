import { Id } from './primitives.ts'
import { someIds } from './several.ts'

/** The invoice of a time entry or an expense. */
export const billedBy = (noun: string) =>
  ({
    kind: 'reference',
    query: someIds,
    output: Id.nullable().meta({
      description: `ID of the invoice that bills the ${noun}, drafts included. Null while no invoice does.`,
      example: null,
    }),
  }) as const
