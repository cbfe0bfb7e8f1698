import { useRef, useState } from 'react'
import { createAttempt } from '../../api/attempt.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Field } from '../../components/forms/field.tsx'
import type { FieldWords } from '../../components/forms/field.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { createClient, RecordPicker } from './record-picker.tsx'
import type { RecordPickerProps } from './record-picker.tsx'

/** A picker with a label. Text that is not a choice stays, and blocks the form. */
export function RecordPickerField({ label, hint, error, optional, ...picker }: FieldWords & RecordPickerProps) {
  const [unpicked, setUnpicked] = useState<string>()
  const canCreate = useCan()('clients:write') && picker.kind === 'client'
  const [attempt] = useState(createAttempt)
  const box = useRef<HTMLSpanElement>(null)
  const message = unpicked === undefined ? error : `Choose one${canCreate ? `, or create “${unpicked}”` : ''}.`
  const create = async (name: string) => {
    const { id } = await createClient(name, attempt)
    picker.onChange(id)
  }
  return (
    <Field
      {...{ label, hint, error: message }}
      {...(optional && { optional })}
      choices={
        canCreate &&
        unpicked !== undefined && (
          <div>
            <Button onClick={() => void create(unpicked).catch(toastError)}>Create client “{unpicked}”</Button>
          </div>
        )
      }
    >
      {(control) => (
        <span
          ref={box}
          className="block"
          onInvalid={(event) => {
            // The error is below the box.
            event.preventDefault()
            box.current?.querySelector('input')?.focus()
          }}
        >
          <RecordPicker {...picker} {...control} onUnpicked={setUnpicked} />
        </span>
      )}
    </Field>
  )
}
