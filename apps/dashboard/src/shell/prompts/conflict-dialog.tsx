import { useState } from 'react'
import { conflictPrompt } from '../../api/prompts.ts'
import type { Conflict } from '../../api/prompts.ts'
import { useStore } from '../../api/store.ts'
import { CheckboxField } from '../../components/forms/checkbox.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { formatDate, formatDateTime } from '../../components/values/formats.ts'
import { useNames } from '../../records/use-names.ts'

/** Asks which value to keep of each field that another member changed in the meantime. */
export function ConflictDialog() {
  const prompt = useStore(conflictPrompt.open)
  return (
    <Dialog
      open={prompt !== undefined}
      onClose={() => prompt?.answer(undefined)}
      title="Conflicting changes"
      description={`${prompt?.question.by ?? 'Another member'} saved a different value while you were typing. Choose the value to keep.`}
      isPrompt
    >
      {prompt && <Choices key={prompt.id} conflicts={prompt.question.conflicts} onAnswer={prompt.answer} />}
    </Dialog>
  )
}

interface ChoicesProps {
  readonly conflicts: readonly Conflict[]
  readonly onAnswer: (kept: readonly string[] | undefined) => void
}

function Choices({ conflicts, onAnswer }: ChoicesProps) {
  const [yours, setYours] = useState<ReadonlySet<string>>(() => new Set(conflicts.map(({ name }) => name)))
  const choose = (name: string, isYours: boolean) => {
    const next = new Set(yours)
    if (isYours) next.add(name)
    else next.delete(name)
    setYours(next)
  }
  const ids = (...of: readonly string[]) =>
    conflicts.flatMap(({ name, theirs, yours }) =>
      of.includes(name) ? [theirs, yours].filter((id) => typeof id === 'number') : [],
    )
  const names = useNames({ clients: ids('client_id', 'client_user_id'), matters: ids('case_id') })
  const displayOf = (name: string, value: unknown) => {
    if (typeof value !== 'number') return textOf(value)
    if (/^client_(?:user_)?id$/.test(name)) return names.client(value) ?? String(value)
    return (name === 'case_id' ? names.matter(value) : undefined) ?? String(value)
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onAnswer([...yours])
      }}
    >
      {conflicts.map((conflict) => (
        <fieldset key={conflict.name} className="min-w-0">
          <legend className="mb-1 text-table font-medium">{conflict.label}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {(['theirs', 'yours'] as const).map((side) => (
              <CheckboxField
                key={side}
                type="radio"
                name={conflict.name}
                checked={yours.has(conflict.name) === (side === 'yours')}
                onChange={() => choose(conflict.name, side === 'yours')}
                className="h-full rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
                label={<span className="text-meta text-muted">{side === 'theirs' ? 'Theirs' : 'Yours'}</span>}
                hint={
                  <span className="text-body whitespace-pre-wrap text-ink wrap-anywhere">
                    {displayOf(conflict.name, conflict[side])}
                  </span>
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
      <FormActions action="Save" onCancel={() => onAnswer(undefined)} isBusy={false} error={undefined} />
    </form>
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? formatDateTime(text) : text
}
