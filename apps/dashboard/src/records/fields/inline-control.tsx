import type { KeyboardEvent } from 'react'
import { classNames } from '../../components/class-names.ts'
import { controlStyle } from '../../components/forms/control-style.ts'
import { Select } from '../../components/forms/select-field.tsx'
import type { SelectProps } from '../../components/forms/select-field.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { DayInput } from '../../components/forms/typed/day-input.tsx'
import { TypedInput } from '../../components/forms/typed/typed-input.tsx'
import { ReadingButtons } from '../../components/forms/typed/typed-problem.tsx'
import { typedKindOf } from './use-inline-edit.ts'
import type { InlineEdit, InlineKind } from './use-inline-edit.ts'

interface InlineControlProps {
  readonly label: string
  readonly kind: InlineKind
  readonly text: string
  readonly edit: InlineEdit
  readonly options: SelectProps['options'] | undefined
  readonly canBeEmpty: boolean
}

/** The control of a value that is edited in place. Enter saves, Esc cancels, and a refused value stays to be corrected. */
export function InlineControl(props: InlineControlProps) {
  const { kind, text, edit } = props
  const typed = typedKindOf(kind)
  return (
    <span className="block">
      <Control {...props} />
      {edit.error && (
        <span role="alert" className="mt-1 block text-meta font-medium text-bad">
          {edit.error}
        </span>
      )}
      {edit.error && typed && <ReadingButtons kind={typed} value={text} onValue={(next) => void edit.save(next)} />}
    </span>
  )
}

function Control({ label, kind, text, edit, options, canBeEmpty }: InlineControlProps) {
  const typed = typedKindOf(kind)
  const Typed = kind === 'date' ? DayInput : TypedInput
  const control = {
    'aria-label': label,
    'aria-invalid': edit.error ? (true as const) : undefined,
    autoFocus: true,
    value: text,
    disabled: edit.isBusy,
    onBlur: () => void edit.save(text),
    onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape') {
        event.stopPropagation()
        edit.cancel()
      }
      if (event.key === 'Enter' && (kind !== 'long' || event.metaKey || event.ctrlKey)) {
        event.preventDefault()
        void edit.save(text)
      }
    },
  }
  if (options)
    return (
      <Select
        {...control}
        options={options}
        {...(canBeEmpty && { empty: '–' })}
        onChange={(event) => void edit.save(event.target.value)}
      />
    )
  if (kind === 'long')
    return (
      <textarea
        {...control}
        rows={4}
        className={classNames(controlStyle, 'py-1.5')}
        onChange={(event) => edit.type(event.target.value)}
      />
    )
  return typed ? (
    <Typed {...control} kind={typed} onValue={edit.type} />
  ) : (
    <TextInput {...control} onChange={(event) => edit.type(event.target.value)} />
  )
}
