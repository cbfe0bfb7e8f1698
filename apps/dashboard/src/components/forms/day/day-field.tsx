import { useImperativeHandle, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../field.tsx'
import type { FieldWords } from '../field.tsx'
import { DayInput } from './day-input.tsx'
import { dayHint, isDay } from './day-typed.ts'

/** `<DayField label="Due" {...field('due_date')} />`; its value in the form is `2026-03-14`. */
export function DayField(props: FieldWords & UseFormRegisterReturn) {
  const { label, hint, error, optional, className, name, ref, onChange, onBlur } = props
  const [value, setValue] = useState('')
  const [isLeft, setLeft] = useState(false)
  const latest = useRef(value)
  const box = useRef<HTMLSpanElement>(null)
  function take(next: string) {
    latest.current = next
    setValue(next)
  }
  // What the form reads and sets, as with an input.
  useImperativeHandle(
    ref,
    () => ({
      name,
      type: 'text',
      get value() {
        return latest.current
      },
      set value(next: string | null) {
        take(next ?? '')
      },
      focus: () => box.current?.querySelector('input')?.focus(),
    }),
    [name],
  )
  const said = error ?? (isLeft && value !== '' && !isDay(value) ? dayHint() : undefined)
  return (
    <Field {...{ label, hint, error: said }} {...(optional && { optional })} {...(className && { className })}>
      {(control) => (
        <span ref={box}>
          <DayInput
            {...control}
            name={name}
            value={value}
            onValue={(next) => {
              take(next)
              void onChange({ target: { name, value: next }, type: 'change' })
            }}
            onFocus={() => setLeft(false)}
            onBlur={(event) => {
              setLeft(true)
              void onBlur(event)
            }}
          />
        </span>
      )}
    </Field>
  )
}
