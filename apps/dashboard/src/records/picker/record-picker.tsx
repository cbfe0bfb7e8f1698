import { Combobox } from '@base-ui/react/combobox'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { classNames } from '../../components/class-names.ts'
import { controlHeight, controlStyle } from '../../components/forms/control-style.ts'
import { popupItemStyle, popupStyle } from '../../components/overlays/popup-style.ts'
import { toastError } from '../../components/overlays/toast.tsx'
import { clientName, useChoices } from './picker-choices.ts'
import type { Choice, PickedKind } from './picker-choices.ts'
import { useNames } from '../use-names.ts'

export interface RecordPickerProps {
  readonly kind: PickedKind
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  /** Default "No matter" or "No client". */
  readonly placeholder?: string
  readonly className?: string
}

interface PickerProps extends RecordPickerProps {
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  /** Called with text that was left without a choice. The text stays, and the browser does not submit its form. */
  readonly onUnpicked?: (text: string | undefined) => void
}

/** In the list of choices, the client that does not exist yet. */
const newId = 0

/** Finds a matter or a client by name; an empty box is none. Without a Field it needs an `aria-label`. */
export function RecordPicker(props: PickerProps) {
  const { kind, value, onChange, onUnpicked, placeholder = `No ${kind}`, className, ...control } = props
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Choice | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [unpicked, setUnpicked] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const canCreate = useCan()('clients:write') && kind === 'client'
  const names = useNames(kind === 'matter' ? { matters: [value] } : { clients: [value] })
  const name = names[kind](value)
  const chosen = picked?.id === value ? picked : value === null ? null : { id: value, title: name ?? '', subtitle: '' }
  const typed = text === chosen?.title ? '' : text.trim()
  const { found, isAway } = useChoices(kind, typed, isOpen)
  const isNew =
    canCreate &&
    onUnpicked !== undefined &&
    typed !== '' &&
    found !== undefined &&
    !isAway &&
    !found.some(isCalled(typed))
  const choices = [...(found ?? []), ...(isNew ? [{ id: newId, title: typed, subtitle: '' }] : [])]
  const mark = (left: string | undefined) => {
    input.current?.setCustomValidity(left === undefined ? '' : `Choose a ${kind} from the list, or empty the box.`)
    setUnpicked(left)
    onUnpicked?.(left)
  }
  // What is chosen from outside is shown by its name as soon as that is known.
  useEffect(() => {
    setText(chosen?.title ?? '')
    mark(undefined)
    // Not on mark, which is another function in each render.
  }, [value, chosen?.title])
  const pick = (choice: Choice | null) => {
    setPicked(choice)
    setText(choice?.title ?? '')
    mark(undefined)
    onChange(choice?.id ?? null)
  }
  const leave = (isGivenUp: boolean) => {
    const [only, other] = found?.filter(isCalled(typed)) ?? []
    if (typed !== '' && !isGivenUp) {
      if (only && !other) pick(only)
      else mark(typed)
    } else setText(chosen?.title ?? '')
  }
  return (
    <Combobox.Root
      items={choices}
      filter={null}
      value={chosen}
      inputValue={text}
      onInputValueChange={(next, { reason }) => {
        // Of its own, the box goes back to what is chosen when it closes.
        if (reason !== 'input-change') return
        setText(next)
        mark(undefined)
        if (next === '' && value !== null) onChange(null)
      }}
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        setOpen(open)
        if (!open && reason !== 'item-press' && reason !== 'input-clear') leave(reason === 'escape-key')
      }}
      onValueChange={(choice) => {
        if (choice?.id === newId) void createClient(choice.title).then(pick, toastError)
        else pick(choice)
      }}
      itemToStringLabel={(choice: Choice) => choice.title}
      isItemEqualToValue={(choice: Choice, other: Choice) => choice.id === other.id}
      autoHighlight
    >
      <Combobox.Input
        {...control}
        ref={input}
        aria-invalid={unpicked === undefined ? control['aria-invalid'] : true}
        placeholder={placeholder}
        className={classNames(controlStyle, controlHeight, className)}
      />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-60 outline-none">
          <Combobox.Popup className={classNames(popupStyle, 'max-h-72 w-80 max-w-[calc(100vw-2rem)] overflow-y-auto')}>
            <Combobox.Empty>
              <p className="px-2 py-1.5 text-table text-muted empty:hidden">
                {isAway ? 'Search is not available right now.' : found && 'No results.'}
              </p>
            </Combobox.Empty>
            <Combobox.List>
              {(choice: Choice) => (
                <Combobox.Item key={choice.id} value={choice} className={popupItemStyle}>
                  <span className="min-w-0 truncate">
                    {choice.id === newId ? `Create client “${choice.title}”` : choice.title}
                  </span>
                  <span className="min-w-0 flex-1 truncate text-right text-meta text-muted">{choice.subtitle}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

const isCalled =
  (name: string) =>
  ({ title }: Choice) =>
    title.toLowerCase() === name.toLowerCase()

/** A client of whom only the name is known. */
export async function createClient(name: string): Promise<Choice> {
  const { data } = await call('POST /clients', { body: { company_name: name } })
  void refresh()
  return { id: data.id, title: clientName(data), subtitle: '' }
}
