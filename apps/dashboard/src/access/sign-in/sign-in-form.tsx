import { useState } from 'react'
import { Button } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { Card } from './card.tsx'
import { CodeForm } from './code-form.tsx'
import { enter } from './next.ts'
import { needsCode, usePost } from './use-post.ts'

export function SignInForm() {
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const { onSubmit, error, isBusy } = usePost('/sign-in', (answer) => {
    if (needsCode(answer)) setCodeNeeded(true)
    else enter()
  })
  if (isCodeNeeded) return <CodeForm onStartAgain={() => setCodeNeeded(false)} />
  return (
    <Card title="Sign in">
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField label="Email" name="email" type="email" autoComplete="username" required autoFocus />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        <FormError message={error} />
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Sign in
        </Button>
        <p className="text-meta text-muted">
          Forgot your password? Ask an owner of your account for a reset link. The server’s administrator can create one
          with <code className="font-mono">matterbase accounts reset-password</code>
        </p>
      </form>
    </Card>
  )
}
