/** A field whose value changed. */
export interface Difference {
  readonly field: string
  readonly was: unknown
  readonly is: unknown
}

type State = Readonly<Record<string, unknown>>

/** The fields of two states of a record that differ, in their order; one that a state lacks is undefined there. */
export function differences(was: State, is: State): readonly Difference[] {
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return fields
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, was: was[field], is: is[field] }))
}
