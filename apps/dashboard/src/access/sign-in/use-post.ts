import { useState } from 'react'
import type { FormEvent } from 'react'
import { exchange } from './post.ts'

/** Sends a form's values to the server by the names of its fields. */
export function usePost(path: string, onDone: (answer: unknown) => void) {
  const [error, setError] = useState('')
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const send = async (form: HTMLFormElement) => {
    setBusy(true)
    setError('')
    setFields({})
    const reply = await exchange('POST', path, Object.fromEntries(new FormData(form)))
    setBusy(false)
    if (reply.ok) {
      onDone(reply.answer)
      return
    }
    setError(reply.error)
    setFields(reply.fields)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void send(event.currentTarget)
  }
  return { onSubmit, error, fields, isBusy }
}
