import { useImperativeHandle, useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'

/** The value of a control of our own that is registered with react-hook-form, as an input would be. */
export function useRegistered({ name, ref, onChange, onBlur }: UseFormRegisterReturn) {
  const [value, setValue] = useState('')
  const [isLeft, setLeft] = useState(false)
  const latest = useRef(value)
  const box = useRef<HTMLSpanElement>(null)
  function take(next: string) {
    latest.current = next
    setValue(next)
  }
  // The form reads and sets this object like an input.
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
  return {
    box,
    /** True if the box lost the focus after the last change. */
    isLeft,
    control: {
      name,
      value,
      onValue(next: string) {
        take(next)
        setLeft(false)
        void onChange({ target: { name, value: next }, type: 'change' })
      },
      onBlur(event: FocusEvent<HTMLInputElement>) {
        setLeft(true)
        void onBlur(event)
      },
    },
  }
}
