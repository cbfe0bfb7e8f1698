import { useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { useTextDraft } from '../../components/forms/drafts/use-draft.ts'
import { plainWords } from '../../components/forms/form-errors.ts'
import { day, money, number } from '../../components/forms/typed/typed-kind.ts'
import type { TypedKind } from '../../components/forms/typed/typed-kind.ts'
import { problemOf } from '../../components/forms/typed/typed-problem.tsx'
import { decimalText, numberOf } from '../../components/forms/typed/typed-value.ts'

export type InlineValue = string | number | null

export type InlineKind = 'text' | 'long' | 'number' | 'money' | 'date'

const typedKinds = { number: () => number(), money: () => money(), date: day }

/** How the control reads what is typed. Undefined for text. */
export const typedKindOf = (kind: InlineKind): TypedKind | undefined =>
  kind === 'text' || kind === 'long' ? undefined : typedKinds[kind]()

export const textOf = (value: InlineValue) => (typeof value === 'number' ? decimalText(value) : (value ?? ''))

interface InlineEditOptions {
  /** The field's name in the server's errors. */
  readonly name: string
  readonly value: InlineValue
  readonly kind: InlineKind
  readonly onSave?: ((value: InlineValue) => Promise<unknown>) | undefined
  readonly onClosed?: (() => void) | undefined
}

export type InlineEdit = ReturnType<typeof useInlineEdit>

/** The state of a value that is edited in place: `text` is undefined while it is only displayed. */
export function useInlineEdit({ name, value, kind, onSave, onClosed }: InlineEditOptions) {
  const current = textOf(value)
  const [text, setText] = useState(onClosed && current)
  // The value when editing began. A refetch can replace it in the meantime.
  const before = useRef({ text: current, onSave })
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // The control loses the focus while it saves, which would save a second time.
  const isSaving = useRef(false)
  const draft = useTextDraft(`field ${name}`)

  function begin(initial = current) {
    before.current = { text: current, onSave }
    setText(initial)
  }
  function type(next: string) {
    setText(next)
    if (kind === 'long') draft.keep(next)
  }
  function leave() {
    setText(undefined)
    setError(undefined)
    onClosed?.()
  }
  function close() {
    draft.drop()
    leave()
  }
  /** A long text stays as a draft, which is offered again. */
  function cancel() {
    if (kind === 'long' && text !== before.current.text) leave()
    else close()
  }
  async function save(next: string) {
    if (isSaving.current) return
    if (next === before.current.text) return close()
    const typed = typedKindOf(kind)
    const problem = typed && problemOf(next, typed)
    if (problem) return setError(problem.message)
    setBusy(true)
    isSaving.current = true
    try {
      await before.current.onSave?.(valueOf(next, kind))
      close()
    } catch (failure) {
      setError(messageOf(failure, name))
    } finally {
      isSaving.current = false
      setBusy(false)
    }
  }
  return { text, error, isBusy, draft, begin, type, cancel, save }
}

function valueOf(text: string, kind: InlineKind): InlineValue {
  if (kind === 'number' || kind === 'money') return numberOf(text)
  return text === '' ? null : text
}

function messageOf(failure: unknown, name: string): string {
  if (!(failure instanceof CallError)) return 'Something went wrong.'
  const own = failure.details.find(({ field }) => field === name)
  return plainWords(own?.message ?? failure.message)
}
