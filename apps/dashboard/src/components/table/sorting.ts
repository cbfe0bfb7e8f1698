import type { SortingState } from '@tanstack/react-table'

/** `-created_at` as the table library has it. */
export function toSorting(sort: string | undefined): SortingState {
  if (!sort) return []
  return sort.startsWith('-') ? [{ id: sort.slice(1), desc: true }] : [{ id: sort, desc: false }]
}

/** …and back; none is undefined. */
export function fromSorting([first]: SortingState): string | undefined {
  return first && (first.desc ? `-${first.id}` : first.id)
}
