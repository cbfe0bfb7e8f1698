import { useMemo, useState } from 'react'

/** Which rows are chosen. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Everything that fits the filter, on all pages. */
  readonly isAll: boolean
  readonly toggle: (id: string) => void
  /** Selects or deselects several at once. */
  readonly setMany: (ids: readonly string[], isChosen: boolean) => void
  readonly chooseAll: () => void
  readonly clear: () => void
}

interface Chosen {
  readonly ids: ReadonlySet<string>
  readonly isAll: boolean
}

const none: Chosen = { ids: new Set(), isAll: false }

/** Keep it in the page that owns the table, so that the actions can read it. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState(none)
  return useMemo(() => {
    const setMany = (ids: readonly string[], isChosen: boolean) =>
      setChosen((before) => {
        const next = new Set(before.ids)
        for (const id of ids) {
          if (isChosen) next.add(id)
          else next.delete(id)
        }
        return { ids: next, isAll: false }
      })
    return {
      ...chosen,
      setMany,
      toggle: (id) => setMany([id], !chosen.ids.has(id)),
      chooseAll: () => setChosen((before) => ({ ...before, isAll: true })),
      clear: () => setChosen(none),
    }
  }, [chosen])
}
