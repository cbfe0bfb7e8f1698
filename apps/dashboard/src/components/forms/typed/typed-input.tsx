import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../../class-names.ts'
import { TextInput } from '../text-field.tsx'
import type { TypedKind } from './typed-kind.ts'
import { asUnreadable, isUnreadable, typedText } from './typed-value.ts'

export interface TypedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  readonly kind: TypedKind
  /** The value, or text that cannot be read. Empty for no value. */
  readonly value: string
  readonly onValue: (value: string) => void
  /** For the frame around the box. */
  readonly className?: string
  /** For the box. */
  readonly boxClass?: string
  /** In the frame, over the box. */
  readonly children?: ReactNode
}

/** The value of typed text. */
function valueOf(typed: string, kind: TypedKind): string {
  const { value } = kind.read(typed)
  return value === undefined ? asUnreadable(typed) : (value ?? '')
}

const written = (value: string, kind: TypedKind) =>
  isUnreadable(value) ? typedText(value) : value === '' ? '' : kind.write(value)

/**
 * A box for a number, a duration or a day. While the user types, the value is displayed below the box. When the box
 * loses the focus, the value is formatted in the firm's locale. Text that cannot be read stays.
 */
export function TypedInput(props: TypedInputProps) {
  const { kind, value, onValue, onBlur, className, boxClass, children, 'aria-invalid': isInvalid, ...rest } = props
  const [draft, setDraft] = useState<string>()
  // The text while it is typed, unless the value was changed in another way.
  const typed = draft !== undefined && valueOf(draft, kind) === value ? draft : undefined
  const echo = typed === undefined || typed.trim() === '' || isUnreadable(value) ? undefined : kind.say(value)
  const suffix = kind.suffix
  return (
    <span className={classNames('relative block', className)}>
      <TextInput
        inputMode={kind.inputMode}
        {...rest}
        aria-invalid={(isUnreadable(value) && typed === undefined) || isInvalid || undefined}
        value={typed ?? written(value, kind)}
        className={boxClass}
        {...(suffix && { style: { paddingRight: `calc(${suffix.length + 1}ch + 0.625rem)` } })}
        onChange={({ target }) => {
          setDraft(target.value)
          onValue(valueOf(target.value, kind))
        }}
        onBlur={(event) => {
          // The focus stays in the box if the window loses it or a calendar opens.
          if (event.target.ownerDocument.activeElement === event.target) return
          setDraft(undefined)
          onBlur?.(event)
        }}
      />
      {suffix && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-table text-muted"
        >
          {suffix}
        </span>
      )}
      {children}
      {echo !== undefined && (
        <output
          className={classNames(
            'pointer-events-none absolute top-full left-0 z-20 mt-0.5 rounded-sm border border-line bg-raised px-1.5 text-meta whitespace-nowrap tabular-nums',
            kind.isNoted?.(value) ? 'font-semibold text-ink' : 'text-muted',
          )}
        >
          = {echo}
        </output>
      )}
    </span>
  )
}
