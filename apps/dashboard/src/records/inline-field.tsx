import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { CallError } from '../api/call-error.ts'
import { Select } from '../components/forms/select-field.tsx'
import { TextInput } from '../components/forms/text-field.tsx'
import { classNames } from '../components/class-names.ts'
import { DayInput } from '../components/forms/day/day-input.tsx'
import { dayHint, isDay } from '../components/forms/day/day-typed.ts'
import { controlStyle } from '../components/forms/control-style.ts'
import { numberAsTyped } from '../components/forms/number-as-typed.ts'
import { plainWords } from '../components/forms/plain-words.ts'

type InlineValue = string | number | null

export interface InlineFieldProps {
  /** The field's name in the server's errors. */
  readonly name: string
  readonly label: string
  readonly value: InlineValue
  /** How it is shown. Default: as it is. */
  readonly children?: ReactNode
  readonly kind?: 'text' | 'long' | 'number' | 'date'
  /** One of these instead of free text. */
  readonly options?: readonly string[]
  /** Default true: an empty text clears it. */
  readonly canBeEmpty?: boolean
  /** It begins as a control; called when it is one no more. */
  readonly onClosed?: () => void
  /** Without it the value is only shown. */
  readonly onSave?: ((value: InlineValue) => Promise<unknown>) | undefined
}

/** A value that becomes a control when it is pressed. Enter saves, Esc cancels, what is refused remains to be corrected. */
export function InlineField(props: InlineFieldProps) {
  const { name, label, value, kind = 'text', options, canBeEmpty = true, onSave, onClosed } = props
  const [text, setText] = useState(onClosed && String(value ?? ''))
  // As it was when it was pressed: what is asked again meanwhile may say something else.
  const began = useRef({ shown: String(value ?? ''), onSave })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // It also loses the focus while it is saved, which would save it again.
  const isSaving = useRef(false)
  const shown = value === null ? '' : String(value)

  function begin() {
    began.current = { shown, onSave }
    setText(shown)
  }
  async function save(next: string) {
    if (isSaving.current) return
    const { shown, onSave } = began.current
    if (next === shown) return close()
    if (kind === 'date' && next !== '' && !isDay(next)) return setError(dayHint())
    setBusy(true)
    isSaving.current = true
    try {
      await onSave?.(kind === 'number' ? numberAsTyped(next, name) : next === '' ? null : next)
      close()
    } catch (failure) {
      setError(messageOf(failure, name))
    } finally {
      isSaving.current = false
      setBusy(false)
    }
  }
  function close() {
    setText(undefined)
    setError(undefined)
    onClosed?.()
  }

  if (text === undefined || !onSave)
    return (
      <Shown label={label} onEdit={onSave && begin}>
        {value === null ? undefined : (props.children ?? shown)}
      </Shown>
    )
  const control = {
    'aria-label': label,
    'aria-invalid': error ? (true as const) : undefined,
    autoFocus: true,
    value: text,
    disabled: isBusy,
    onBlur: () => void save(text),
    onKeyDown: (event: {
      key: string
      metaKey: boolean
      ctrlKey: boolean
      preventDefault(): void
      stopPropagation(): void
    }) => {
      if (event.key === 'Escape') {
        event.stopPropagation()
        close()
      }
      if (event.key === 'Enter' && (kind !== 'long' || event.metaKey || event.ctrlKey)) {
        event.preventDefault()
        void save(text)
      }
    },
  }
  return (
    <span className="block">
      {options ? (
        <Select
          {...control}
          options={options}
          {...(canBeEmpty && { empty: '–' })}
          onChange={(event) => void save(event.target.value)}
        />
      ) : kind === 'long' ? (
        <textarea
          {...control}
          rows={4}
          className={classNames(controlStyle, 'py-1.5')}
          onChange={(event) => setText(event.target.value)}
        />
      ) : kind === 'date' ? (
        <DayInput {...control} onValue={setText} />
      ) : (
        <TextInput
          {...control}
          {...(kind === 'number' && { inputMode: 'decimal' as const })}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {error && (
        <span role="alert" className="mt-1 block text-meta font-medium text-bad">
          {error}
        </span>
      )}
    </span>
  )
}

interface ShownProps {
  readonly label: string
  readonly onEdit: (() => void) | undefined
  readonly children: ReactNode
}

function Shown({ label, onEdit, children }: ShownProps) {
  const content = children ?? <span className="text-muted">–</span>
  if (!onEdit) return <>{content}</>
  return (
    <button
      type="button"
      title={`Edit ${label.toLowerCase()}`}
      onClick={onEdit}
      className="focus-inset -mx-1.5 -my-0.5 block w-[calc(100%+0.75rem)] rounded-sm px-1.5 py-0.5 text-left whitespace-pre-wrap hover:bg-hover touch:-my-1.5 touch:py-1.5"
    >
      <span className="sr-only">Edit {label.toLowerCase()}: </span>
      {content}
    </button>
  )
}

function messageOf(failure: unknown, name: string): string {
  if (!(failure instanceof CallError)) return 'Something went wrong.'
  const own = failure.details.find(({ field }) => field === name)
  return plainWords(own?.message ?? failure.message)
}
