import { Combobox } from '@base-ui/react/combobox'
import { useEffect, useRef, useState } from 'react'
import { createAttempt, partOf } from '../../api/attempt.ts'
import type { Attempt } from '../../api/attempt.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { classNames } from '../../components/class-names.ts'
import { controlHeight, controlStyle } from '../../components/forms/control-style.ts'
import { popupItemStyle, popupStyle } from '../../components/overlays/popup-style.ts'
import { toastError } from '../../components/overlays/toast.tsx'
import { useNames } from '../use-names.ts'
import { clientName, useChoices } from './picker-choices.ts'
import type { Choice, PickedKind } from './picker-choices.ts'

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
  /** Called with text that is not a choice. The text stays, and the browser does not submit the form. */
  readonly onUnpicked?: (text: string | undefined) => void
}

/** The ID of the choice that creates a client. */
const newId = 0

/** Finds a matter or a client by name. Without a Field, it needs an `aria-label`. */
export function RecordPicker(props: PickerProps) {
  const { kind, placeholder = `No ${kind}`, className, id } = props
  const { input, text, chosen, choices, emptyText, isInvalid, isOpen, type, setOpen, leave, pick } = usePicker(props)
  const [attempt] = useState(createAttempt)
  return (
    <Combobox.Root
      items={choices}
      filter={null}
      value={chosen}
      inputValue={text}
      // The box itself would restore the chosen name when it closes.
      onInputValueChange={(next, { reason }) => reason === 'input-change' && type(next)}
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        setOpen(open)
        if (!open && reason !== 'item-press' && reason !== 'input-clear') leave(reason === 'escape-key')
      }}
      onValueChange={(choice) => {
        if (choice?.id === newId) void createClient(choice.title, attempt).then(pick, toastError)
        else pick(choice)
      }}
      itemToStringLabel={(choice: Choice) => choice.title}
      isItemEqualToValue={(choice: Choice, other: Choice) => choice.id === other.id}
      autoHighlight
    >
      <Combobox.Input
        id={id}
        aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']}
        aria-invalid={isInvalid || props['aria-invalid']}
        ref={input}
        placeholder={placeholder}
        className={classNames(controlStyle, controlHeight, className)}
      />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-60 outline-none">
          <Combobox.Popup className={classNames(popupStyle, 'max-h-72 w-80 max-w-[calc(100vw-2rem)] overflow-y-auto')}>
            <Combobox.Empty>
              <p className="px-2 py-1.5 text-table text-muted empty:hidden">{emptyText}</p>
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

/** The state of a picker: its text, the chosen record, and the choices for the text. */
function usePicker({ kind, value, onChange, onUnpicked }: PickerProps) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Choice | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [unpicked, setUnpicked] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const canCreate = useCan()('clients:write') && kind === 'client' && onUnpicked !== undefined
  const chosen = useChosen(kind, value, picked)
  const typed = text === chosen?.title ? '' : text.trim()
  const { found, isAway } = useChoices(kind, typed, isOpen)
  const isNew = canCreate && typed !== '' && found !== undefined && !isAway && !found.some(isCalled(typed))

  function mark(left: string | undefined) {
    input.current?.setCustomValidity(left === undefined ? '' : `Choose a ${kind} from the list, or empty the box.`)
    setUnpicked(left)
    onUnpicked?.(left)
  }
  // The name of a record that was chosen elsewhere is known only after a request.
  useEffect(() => {
    setText(chosen?.title ?? '')
    mark(undefined)
    // Not on mark, which is another function in each render.
  }, [value, chosen?.title])
  function pick(choice: Choice | null) {
    setPicked(choice)
    setText(choice?.title ?? '')
    mark(undefined)
    onChange(choice?.id ?? null)
  }
  function type(next: string) {
    setText(next)
    mark(undefined)
    if (next === '' && value !== null) onChange(null)
  }
  /** Takes the only record of this name when the box is left. */
  function leave(isCancelled: boolean) {
    if (typed === '' || isCancelled) return setText(chosen?.title ?? '')
    const [only, other] = found?.filter(isCalled(typed)) ?? []
    if (only && !other) pick(only)
    else mark(typed)
  }
  return {
    input,
    text,
    chosen,
    choices: [...(found ?? []), ...(isNew ? [{ id: newId, title: typed, subtitle: '' }] : [])],
    emptyText: isAway ? 'Search is not available right now.' : found && 'No results.',
    isInvalid: unpicked !== undefined,
    isOpen,
    type,
    setOpen,
    leave,
    pick,
  }
}

/** The chosen record with its name, also if it was chosen elsewhere. */
function useChosen(kind: PickedKind, value: number | null, picked: Choice | null): Choice | null {
  const names = useNames(kind === 'matter' ? { matters: [value] } : { clients: [value] })
  if (picked?.id === value) return picked
  return value === null ? null : { id: value, title: names[kind](value) ?? '', subtitle: '' }
}

const isCalled =
  (name: string) =>
  ({ title }: Choice) =>
    title.toLowerCase() === name.toLowerCase()

/** Creates a client from a name alone. */
export async function createClient(name: string, attempt: Attempt): Promise<Choice> {
  const { data } = await call('POST /clients', { body: { company_name: name } }, { attempt: partOf(attempt, name) })
  attempt.end()
  void refresh()
  return { id: data.id, title: clientName(data), subtitle: '' }
}
