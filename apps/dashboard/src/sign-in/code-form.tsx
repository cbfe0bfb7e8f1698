import { useState } from 'react'
import { Button } from '../components/buttons/button.tsx'
import { FormError } from '../components/forms/form-error.tsx'
import { TextField } from '../components/forms/text-field.tsx'
import { Card } from './card.tsx'
import { enter } from './enter.ts'
import { usePost } from './use-post.ts'

/** The second step: a code of the authenticator, or one of the recovery codes. */
export function CodeForm({ onStartAgain }: { readonly onStartAgain?: () => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const { onSubmit, error, isBusy } = usePost(isRecovery ? '/sign-in/recovery-code' : '/sign-in/code', enter)
  return (
    <Card
      title="Second step"
      description={isRecovery ? 'Each recovery code works once.' : 'The six digits that your authenticator shows.'}
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
          Go on
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button tone="quiet" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Use the authenticator' : 'Use a recovery code'}
          </Button>
          <Button tone="quiet" onClick={onStartAgain ?? (() => location.assign('/sign-in'))}>
            Start again
          </Button>
        </div>
      </form>
    </Card>
  )
}
