import type { KeyboardEvent } from 'react'

export interface RowKeys {
  readonly onPeek: ((index: number) => void) | undefined
  readonly onToggle: ((index: number, isRange: boolean) => void) | undefined
}

/** The element of a row that opens it. */
const opener = '[data-row-opener]'

/** ↑ ↓ move between rows, Space opens the drawer, X selects the row. Enter follows the link. */
export function rowKeys({ onPeek, onToggle }: RowKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    const row = target.closest<HTMLElement>('tr[data-row]')
    if (!row || event.metaKey || event.ctrlKey || event.altKey || isTyping(target)) return
    const index = Number(row.dataset['row'])
    const isOpener = target.matches(opener)
    const run = actionOf(event.key)
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()

    function actionOf(key: string): (() => void) | undefined {
      if (key === 'ArrowDown') return () => focusRow(row?.nextElementSibling)
      if (key === 'ArrowUp') return () => focusRow(row?.previousElementSibling)
      if (key === ' ' && onPeek && isOpener) return () => onPeek(index)
      if (key.toLowerCase() === 'x' && onToggle) return () => onToggle(index, event.shiftKey)
      return undefined
    }
  }
}

const focusRow = (row: Element | null | undefined) => row?.querySelector<HTMLElement>(opener)?.focus()

const isTyping = (element: HTMLElement) =>
  element.matches('textarea, select, input:not([type=checkbox]):not([type=radio]), [contenteditable]')
