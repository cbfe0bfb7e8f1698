import { addDays, isDay } from '@matterbase/schemas/reading'
import { Calendar } from 'lucide-react'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../buttons/icon-button.tsx'
import { dayFromToday } from '../../values/formats.ts'
import { TypedInput } from './typed-input.tsx'
import type { TypedInputProps } from './typed-input.tsx'
import { isUnreadable } from './typed-value.ts'

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * A day in the firm's locale. It can be typed in any usual format, moved by ↑ and ↓, or chosen in the browser's calendar.
 * A date input of the browser would use the locale of the browser.
 */
export function DayInput({ onKeyDown, children, ...props }: TypedInputProps) {
  const { value, onValue, disabled } = props
  const calendar = useRef<HTMLInputElement>(null)
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const step = steps[event.key]
    if (step !== undefined && !isUnreadable(value)) {
      event.preventDefault()
      if (event.altKey) calendar.current?.showPicker()
      else onValue(value === '' ? dayFromToday() : addDays(value, step))
    }
    onKeyDown?.(event)
  }
  return (
    <TypedInput {...props} boxClass="pr-9 touch:pr-12" onKeyDown={press}>
      <input
        ref={calendar}
        type="date"
        aria-hidden="true"
        tabIndex={-1}
        disabled={disabled}
        value={isDay(value) ? value : ''}
        onChange={({ target }) => onValue(target.value)}
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
      {children}
    </TypedInput>
  )
}
