import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { backdropStyle } from '../../components/overlays/popup-style.ts'
import { Kbd } from '../../components/values/kbd.tsx'
import { fitting, searchRecords, usePaletteItems } from './palette-items.ts'
import type { PaletteItem } from './palette-items.ts'

export interface PaletteProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** ⌘K: records, places and actions by their names. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropStyle} />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-3 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label="Search and commands"
            className="flex max-h-[min(28rem,80dvh)] w-full max-w-[600px] flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <PaletteList onDone={() => onOpenChange(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteList({ onDone }: { readonly onDone: () => void }) {
  const [text, setText] = useState('')
  const { records, isAway } = useRecords(text)
  const actions = fitting(usePaletteItems(), text)
  const groups = grouped([...(records ?? []), ...actions])
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      value={text}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
      itemToStringValue={(item: PaletteItem) => item.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden="true" className="size-4 text-muted" />
        <Autocomplete.Input
          aria-label="Search and commands"
          placeholder="Find a record, a page or an action"
          className="h-full min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-muted"
        />
        <Kbd keys="Esc" />
      </div>
      {isAway && (
        <p role="status" className="px-4 pt-2 text-table text-muted">
          Search is not available right now.
        </p>
      )}
      <Autocomplete.Empty>
        <p className="px-4 py-6 text-center text-table text-muted empty:hidden">
          {!isAway && records && 'No results.'}
        </p>
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-1.5 data-empty:p-0">
        {(group: Group) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-meta text-muted">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => (
                <Item key={item.id ?? `${item.group} ${item.label}`} item={item} onDone={onDone} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

function Item({ item, onDone }: { readonly item: PaletteItem; readonly onDone: () => void }) {
  return (
    <Autocomplete.Item
      value={item}
      onClick={() => {
        onDone()
        item.run()
      }}
      className="flex h-8 cursor-default items-center gap-2 rounded-sm px-2 text-table outline-none select-none data-highlighted:bg-hover touch:h-11"
    >
      <span className="min-w-0 truncate">{item.label}</span>
      {item.hint && <span className="min-w-0 truncate text-meta text-muted">{item.hint}</span>}
      <span className="flex-1" />
      {item.keys && <Kbd keys={item.keys} />}
    </Autocomplete.Item>
  )
}

interface Group {
  readonly value: PaletteItem['group']
  readonly items: readonly PaletteItem[]
}

const order = ['Records', 'Go to', 'Create', 'Actions'] as const

const grouped = (items: readonly PaletteItem[]): readonly Group[] =>
  order
    .map((value) => ({ value, items: items.filter(({ group }) => group === value) }))
    .filter(({ items }) => items.length > 0)

const againAfterMs = 2_000

interface Records {
  /** Undefined until the first answer. */
  readonly records: readonly PaletteItem[] | undefined
  /** True if the server did not respond. The request is repeated. */
  readonly isAway: boolean
}

/** The records that match the search terms. Responses to previous terms are dropped. */
function useRecords(text: string): Records {
  const [found, setFound] = useState<Records>({ records: undefined, isAway: false })
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate
  useEffect(() => {
    const words = text.trim()
    if (words === '') {
      setFound({ records: undefined, isAway: false })
      return undefined
    }
    const request = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    const ask = () =>
      searchRecords(words, request.signal, go.current).then(
        (records) => !request.signal.aborted && setFound({ records, isAway: false }),
        () => {
          if (request.signal.aborted) return
          setFound({ records: [], isAway: true })
          again = setTimeout(() => void ask(), againAfterMs)
        },
      )
    void ask()
    return () => {
      clearTimeout(again)
      request.abort()
    }
  }, [text])
  return found
}
