import { useState } from 'react'
import { Button } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { Card } from './card.tsx'
import { enter } from './next.ts'
import { usePost } from './use-post.ts'

/** The second step: a code of the authenticator, or one of the recovery codes. */
export function CodeForm({ onStartAgain }: { readonly onStartAgain?: () => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const { onSubmit, error, isBusy } = usePost(isRecovery ? '/sign-in/recovery-code' : '/sign-in/code', enter)
  return (
    <Card
      title="Two-factor authentication"
      description={
        isRecovery
          ? 'Enter one of your recovery codes. Each code works once.'
          : 'Enter the six-digit code from your authenticator app.'
      }
    >
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          key={String(isRecovery)}
          label={isRecovery ? 'Recovery code' : 'Code'}
          name={isRecovery ? 'recovery_code' : 'code'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          required
          autoFocus
        />
        <FormError message={error} />
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Continue
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button tone="quiet" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
          </Button>
          <Button tone="quiet" onClick={onStartAgain ?? (() => location.assign('/sign-in'))}>
            Start again
          </Button>
        </div>
      </form>
    </Card>
  )
}
