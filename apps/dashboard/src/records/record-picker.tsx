import { Combobox } from '@base-ui/react/combobox'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { classNames } from '../components/class-names.ts'
import { controlHeight, controlStyle } from '../components/forms/control-style.ts'
import { Field } from '../components/forms/field.tsx'
import type { FieldWords } from '../components/forms/field.tsx'
import { popupItemStyle, popupStyle } from '../components/overlays/popup-style.ts'
import { useNames } from './use-names.ts'

interface Choice {
  readonly id: number
  readonly title: string
  readonly subtitle: string
}

export interface RecordPickerProps {
  readonly kind: 'matter' | 'client'
  readonly value: number | null
  readonly onChange: (id: number | null) => void
  /** Default "No matter" or "No client". */
  readonly placeholder?: string
  readonly className?: string
}

/** Finds a matter or a client by name; an empty box is none. Without a Field it needs an `aria-label`. */
export function RecordPicker(props: RecordPickerProps & { readonly id?: string; readonly 'aria-label'?: string }) {
  const { kind, value, onChange, placeholder = `No ${kind}`, className, ...control } = props
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Choice | null>(null)
  const [isOpen, setOpen] = useState(false)
  const names = useNames(kind === 'matter' ? { matters: [value] } : { clients: [value] })
  const name = names[kind](value)
  const chosen = picked?.id === value ? picked : value === null ? null : { id: value, title: name ?? '', subtitle: '' }
  const choices = useChoices(kind, text === chosen?.title ? '' : text, isOpen)
  // What is chosen from outside is shown by its name as soon as that is known.
  useEffect(() => setText(chosen?.title ?? ''), [value, chosen?.title])
  return (
    <Combobox.Root
      items={choices}
      filter={null}
      value={chosen}
      inputValue={text}
      onInputValueChange={(next, { reason }) => {
        if (reason === 'item-press') return
        setText(next)
        if (next === '' && value !== null) onChange(null)
      }}
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (!open) setText(chosen?.title ?? '')
      }}
      onValueChange={(choice) => {
        setPicked(choice)
        setText(choice?.title ?? '')
        onChange(choice?.id ?? null)
      }}
      itemToStringLabel={(choice: Choice) => choice.title}
      isItemEqualToValue={(choice: Choice, other: Choice) => choice.id === other.id}
      autoHighlight
    >
      <Combobox.Input
        {...control}
        placeholder={placeholder}
        className={classNames(controlStyle, controlHeight, className)}
      />
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-60 outline-none">
          <Combobox.Popup className={classNames(popupStyle, 'max-h-72 w-80 max-w-[calc(100vw-2rem)] overflow-y-auto')}>
            <Combobox.Empty>
              <p className="px-2 py-1.5 text-table text-muted empty:hidden">Nothing has that name.</p>
            </Combobox.Empty>
            <Combobox.List>
              {(choice: Choice) => (
                <Combobox.Item key={choice.id} value={choice} className={popupItemStyle}>
                  <span className="min-w-0 truncate">{choice.title}</span>
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

export function RecordPickerField({ label, hint, error, optional, ...picker }: FieldWords & RecordPickerProps) {
  return (
    <Field {...{ label, hint, error }} {...(optional && { optional })}>
      {(control) => <RecordPicker {...picker} {...control} />}
    </Field>
  )
}

/** What fits the words; without words, what was changed last. */
function useChoices(kind: 'matter' | 'client', text: string, isOpen: boolean): readonly Choice[] {
  const [choices, setChoices] = useState<readonly Choice[]>([])
  const latest = useRef(0)
  useEffect(() => {
    if (!isOpen) return undefined
    const turn = ++latest.current
    const overtaken = new AbortController()
    choicesFor(kind, text.trim(), overtaken.signal).then(
      (found) => turn === latest.current && setChoices(found),
      () => {},
    )
    return () => overtaken.abort()
  }, [kind, text, isOpen])
  return choices
}

async function choicesFor(kind: 'matter' | 'client', q: string, signal: AbortSignal): Promise<readonly Choice[]> {
  if (/[\p{L}\p{N}]/u.test(q)) {
    const { data } = await call('GET /search', { query: { q, kind } }, { signal, isQuiet: true })
    return data.map(({ id, title, subtitle }) => ({ id: Number(id), title, subtitle }))
  }
  const query = { sort: '-updated_at', limit: 6 } as const
  if (kind === 'matter') {
    const { data } = await call('GET /matters', { query }, { signal, isQuiet: true })
    return data.map(({ id, title, status }) => ({ id, title, subtitle: status }))
  }
  const { data } = await call('GET /clients', { query }, { signal, isQuiet: true })
  return data.map((client) => ({ id: client.id, title: clientName(client), subtitle: client.email ?? '' }))
}

interface NamedClient {
  readonly id: number
  readonly company_name: string | null
  readonly contact_person: string | null
  readonly email: string | null
}

/** A client's name, by the same rule as on the server. */
export const clientName = ({ id, company_name: company, contact_person: person, email }: NamedClient) =>
  company ?? person ?? email ?? `Client ${id}`
