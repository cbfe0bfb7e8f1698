import { useState } from 'react'
import type { FormEvent } from 'react'
import { leaveForSignIn, signInPrompt } from '../../api/prompts.ts'
import { refresh } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { Button } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'

/** Asks to sign in after the session has ended. The page stays as it is behind it, and waiting requests then continue. */
export function SignInDialog() {
  const prompt = useStore(signInPrompt.open)
  const done = () => {
    prompt?.answer(undefined)
    void refresh()
  }
  return (
    <Dialog
      open={prompt !== undefined}
      onClose={() => {}}
      mayClose={() => false}
      title="Sign in again"
      description="Your session has ended. Your changes are still here. Sign in to continue."
      size="sm"
      isPrompt
      isOpaque
    >
      {prompt && <Steps onDone={done} />}
    </Dialog>
  )
}

function Steps({ onDone }: { readonly onDone: () => void }) {
  const { user } = useSession()
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function send(form: HTMLFormElement) {
    setBusy(true)
    setError(undefined)
    const reply = await post(isCodeNeeded ? '/sign-in/code' : '/sign-in', Object.fromEntries(new FormData(form)))
    setBusy(false)
    if (reply.error !== undefined) setError(reply.error)
    else if (reply.status === 'code_needed') setCodeNeeded(true)
    else onDone()
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void send(event.currentTarget)
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      {isCodeNeeded ? (
        <TextField
          key="code"
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
        />
      ) : (
        <>
          {/* The dialog gives the focus to its first field that can be typed into. */}
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            value={user.email}
            readOnly
            tabIndex={-1}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
        </>
      )}
      <FormError message={error} />
      <DialogActions>
        <Button onClick={leaveForSignIn}>Leave this page</Button>
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Sign in
        </Button>
      </DialogActions>
    </form>
  )
}

interface Reply {
  readonly error?: string
  readonly status?: string
}

/** Not `exchange`, which would ask for a session. */
async function post(path: string, body: object): Promise<Reply> {
  try {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
    const response = await fetch(`/dash/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer: Reply = await response.json().catch(() => ({}))
    return response.ok ? answer : { error: answer.error ?? `The server returned ${response.status}.` }
  } catch {
    return { error: 'The server cannot be reached. Try again in a moment.' }
  }
}
