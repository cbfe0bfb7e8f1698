import { useMemo, useRef, useState } from 'react'

/** The selected rows. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** True if all rows that match the filters are selected, on every page. */
  readonly isAll: boolean
  readonly toggle: (id: string) => void
  readonly setMany: (ids: readonly string[], isSelected: boolean) => void
  readonly selectAll: () => void
  readonly clear: () => void
}

interface Selected {
  readonly ids: ReadonlySet<string>
  readonly isAll: boolean
}

const none: Selected = { ids: new Set(), isAll: false }

/** The state of a selection. Keep it where the bulk actions can read it. */
export function useSelection(): Selection {
  const [selected, setSelected] = useState(none)
  return useMemo(() => {
    const setMany = (ids: readonly string[], isSelected: boolean) =>
      setSelected((before) => {
        const next = new Set(before.ids)
        for (const id of ids) {
          if (isSelected) next.add(id)
          else next.delete(id)
        }
        return { ids: next, isAll: false }
      })
    return {
      ...selected,
      setMany,
      toggle: (id) => setMany([id], !selected.ids.has(id)),
      selectAll: () => setSelected((before) => ({ ...before, isAll: true })),
      clear: () => setSelected(none),
    }
  }, [selected])
}

/** Tests and toggles the rows of a page, with Shift from the row that was toggled last. */
export function useRowSelection(selection: Selection | undefined, ids: readonly string[]) {
  const last = useRef(0)
  const isSelected = (id: string | undefined) =>
    selection !== undefined && (selection.isAll || (id !== undefined && selection.ids.has(id)))
  const toggle =
    selection &&
    ((index: number, isRange: boolean) => {
      const [from, to] = isRange ? [Math.min(index, last.current), Math.max(index, last.current)] : [index, index]
      selection.setMany(ids.slice(from, to + 1), !isSelected(ids[index]))
      last.current = index
    })
  return { isSelected, toggle }
}
