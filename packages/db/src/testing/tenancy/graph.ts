/** Something that may or may not be known to belong to a workspace which the caller named: a reference, or a value. */
export interface Term {
  readonly is: string
}

/** True if its inputs are enough to know the workspace of its output. */
interface Rule {
  readonly needs: readonly Term[]
  readonly gives: Term
  /** It is one of several workspaces then. */
  readonly isMany: boolean
}

/** The dependencies between references and values of a statement. */
export interface Graph {
  /** A given value: a parameter or a constant. */
  readonly given: Term
  term(is: string): Term
  rule(needs: readonly (Term | undefined)[], gives: Term | undefined, isMany?: boolean): void
  /** The values that follow from the given ones. */
  known(): { readonly one: ReadonlySet<Term>; readonly any: ReadonlySet<Term> }
}

export function createGraph(): Graph {
  const rules: Rule[] = []
  const given: Term = { is: 'given' }
  return {
    given,
    term: (is) => ({ is }),
    rule(needs, gives, isMany = false) {
      // An input that cannot be known makes the node unreachable.
      if (gives && needs.every((need) => need !== undefined)) rules.push({ needs, gives, isMany })
    },
    known: () => ({
      one: follow(
        given,
        rules.filter(({ isMany }) => !isMany),
      ),
      any: follow(given, rules),
    }),
  }
}

function follow(given: Term, rules: readonly Rule[]): ReadonlySet<Term> {
  const known = new Set([given])
  for (let before = 0; before < known.size;) {
    before = known.size
    for (const { needs, gives } of rules) if (needs.every((need) => known.has(need))) known.add(gives)
  }
  return known
}
