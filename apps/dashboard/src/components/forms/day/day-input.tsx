import { Calendar } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ComponentProps, KeyboardEvent } from 'react'
import { classNames } from '../../class-names.ts'
import { addDays, dayFromToday } from '../../values/formats.ts'
import { IconButton } from '../../buttons/icon-button.tsx'
import { TextInput } from '../text-field.tsx'
import { dayHint, dayTyped, dayWritten, isDay } from './day-typed.ts'

export interface DayInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** `2026-03-14`, nothing, or what was typed and is no day. */
  readonly value: string
  readonly onValue: (value: string) => void
}

const meant = (text: string) => dayTyped(text) ?? text.trim()

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * A day as the firm writes it: typed in any usual way, moved by ↑ and ↓, or chosen in the browser's calendar. A box of
 * the browser's own would write it as the browser is set.
 */
export function DayInput({ value, onValue, onBlur, onKeyDown, className, disabled, ...rest }: DayInputProps) {
  const [draft, setDraft] = useState('')
  const calendar = useRef<HTMLInputElement>(null)
  // What is being typed, unless the value has been changed otherwise since.
  const shown = draft !== '' && meant(draft) === value ? draft : dayWritten(value)
  const isWrong = value !== '' && !isDay(value)
  function choose(next: string) {
    setDraft('')
    onValue(next)
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const step = steps[event.key]
    if (step !== undefined && !isWrong) {
      event.preventDefault()
      if (event.altKey) calendar.current?.showPicker()
      else choose(value === '' ? dayFromToday() : addDays(value, step))
    }
    onKeyDown?.(event)
  }
  return (
    <span className={classNames('relative block', className)}>
      <TextInput
        {...rest}
        disabled={disabled}
        value={shown}
        // A form with something that is no day is not sent.
        ref={(box) => box?.setCustomValidity(isWrong ? dayHint() : '')}
        className="pr-9 touch:pr-12"
        onKeyDown={press}
        onBlur={(event) => {
          // The window was left, or the calendar opened.
          if (event.target.ownerDocument.activeElement === event.target) return
          setDraft('')
          onBlur?.(event)
        }}
        onChange={({ target }) => {
          setDraft(target.value)
          onValue(meant(target.value))
        }}
      />
      <input
        ref={calendar}
        type="date"
        aria-hidden="true"
        tabIndex={-1}
        disabled={disabled}
        value={isDay(value) ? value : ''}
        onChange={({ target }) => choose(target.value)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      <IconButton
        label="Calendar"
        title="Calendar (Alt+↓)"
        tabIndex={-1}
        icon={<Calendar className="size-4" />}
        disabled={disabled}
        // The box keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => calendar.current?.showPicker()}
        className="absolute inset-y-0 right-0 h-full rounded-l-none touch:h-full"
      />
    </span>
  )
}
