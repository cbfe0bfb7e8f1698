import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { CallError } from '../../api/call-error.ts'
import { Select } from '../../components/forms/select-field.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { classNames } from '../../components/class-names.ts'
import { controlStyle } from '../../components/forms/control-style.ts'
import { DraftOffer } from '../../components/forms/drafts/draft-offer.tsx'
import { useTextDraft } from '../../components/forms/drafts/use-text-draft.ts'
import { plainWords } from '../../components/forms/plain-words.ts'
import { DayInput } from '../../components/forms/typed/day-input.tsx'
import { decimalText, numberOf } from '../../components/forms/typed/decimal-text.ts'
import { TypedInput } from '../../components/forms/typed/typed-input.tsx'
import { day, money, number } from '../../components/forms/typed/typed-kind.ts'
import { problemOf, ReadingButtons } from '../../components/forms/typed/typed-problem.tsx'
import { EditableValue } from './editable-value.tsx'

type InlineValue = string | number | null

export interface InlineFieldProps {
  /** The field's name in the server's errors. */
  readonly name: string
  readonly label: string
  readonly value: InlineValue
  /** How it is shown. Default: as it is. */
  readonly children?: ReactNode
  readonly kind?: 'text' | 'long' | 'number' | 'money' | 'date'
  /** One of these instead of free text. */
  readonly options?: readonly string[]
  /** Default true: an empty text clears it. */
  readonly canBeEmpty?: boolean
  /** It begins as a control; called when it is one no more. */
  readonly onClosed?: () => void
  /** Without it the value is only shown. */
  readonly onSave?: ((value: InlineValue) => Promise<unknown>) | undefined
}

const typedKinds = { number: () => number(), money: () => money(), date: day }

const textOf = (value: InlineValue) => (typeof value === 'number' ? decimalText(value) : (value ?? ''))

/** A value that becomes a control when it is pressed. Enter saves, Esc cancels, what is refused remains to be corrected. */
export function InlineField(props: InlineFieldProps) {
  const { name, label, value, kind = 'text', options, canBeEmpty = true, onSave, onClosed } = props
  const [text, setText] = useState(onClosed && textOf(value))
  // As it was when it was pressed: what is asked again meanwhile may say something else.
  const began = useRef({ shown: textOf(value), onSave })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // It also loses the focus while it is saved, which would save it again.
  const isSaving = useRef(false)
  const shown = textOf(value)
  const typed = kind === 'text' || kind === 'long' ? undefined : typedKinds[kind]()
  const draft = useTextDraft(`field ${name}`)

  function begin(text = shown) {
    began.current = { shown, onSave }
    setText(text)
  }
  async function save(next: string) {
    if (isSaving.current) return
    const { shown, onSave } = began.current
    if (next === shown) return close()
    const problem = typed && problemOf(next, typed)
    if (problem) return setError(problem.message)
    setBusy(true)
    isSaving.current = true
    try {
      await onSave?.(kind === 'number' || kind === 'money' ? numberOf(next) : next === '' ? null : next)
      close()
    } catch (failure) {
      setError(messageOf(failure, name))
    } finally {
      isSaving.current = false
      setBusy(false)
    }
  }
  function close() {
    draft.drop()
    leave()
  }
  function leave() {
    setText(undefined)
    setError(undefined)
    onClosed?.()
  }

  if (text === undefined || !onSave)
    return (
      <>
        <EditableValue label={label} onEdit={onSave && (() => begin())}>
          {value === null ? undefined : (props.children ?? shown)}
        </EditableValue>
        {onSave && draft.kept && (
          <DraftOffer at={draft.kept.at} onRestore={() => begin(draft.kept?.text)} onRefuse={draft.drop} />
        )}
      </>
    )
  const Typed = kind === 'date' ? DayInput : TypedInput
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
        // A long text is offered again.
        if (kind === 'long' && text !== began.current.shown) leave()
        else close()
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
          onChange={(event) => {
            setText(event.target.value)
            draft.keep(event.target.value)
          }}
        />
      ) : typed ? (
        <Typed {...control} kind={typed} onValue={setText} />
      ) : (
        <TextInput {...control} onChange={(event) => setText(event.target.value)} />
      )}
      {error && (
        <span role="alert" className="mt-1 block text-meta font-medium text-bad">
          {error}
        </span>
      )}
      {error && typed && <ReadingButtons kind={typed} value={text} onValue={(next) => void save(next)} />}
    </span>
  )
}

function messageOf(failure: unknown, name: string): string {
  if (!(failure instanceof CallError)) return 'Something went wrong.'
  const own = failure.details.find(({ field }) => field === name)
  return plainWords(own?.message ?? failure.message)
}
