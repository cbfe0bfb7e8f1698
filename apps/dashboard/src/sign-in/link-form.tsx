import { Button } from '../components/button.tsx'
import { FormError } from '../components/form-error.tsx'
import { TextField } from '../components/text-field.tsx'
import { Card } from './card.tsx'
import { isWaiting } from './sign-in-form.tsx'
import { usePost } from './use-post.ts'

/** What the server says a link is for. */
export interface Link {
  readonly purpose: 'setup' | 'reset' | 'invite'
  readonly email: string | null
  readonly account_name: string | null
  readonly role: string | null
  /** Whether who is invited has a password already. */
  readonly is_known: boolean
}

interface LinkFormProps {
  readonly link: Link
  readonly token: string
  readonly onCodeNeeded: () => void
}

/** Setting up, joining an account and choosing a new password are one form. */
export function LinkForm({ link, token, onCodeNeeded }: LinkFormProps) {
  const { purpose, email, is_known: isKnown } = link
  const { onSubmit, error, fields, isBusy } = usePost(`/links/${token}`, (answer) => {
    if (isWaiting(answer)) onCodeNeeded()
    else location.replace('/')
  })
  const isNewcomer = purpose === 'setup' || (purpose === 'invite' && !isKnown)
  const hasPassword = purpose === 'invite' && isKnown
  const { title, description, action } = words(link)
  return (
    <Card title={title} description={description}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        {isNewcomer && (
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            maxLength={255}
            error={fields['name']}
            required
            autoFocus
          />
        )}
        {purpose === 'setup' ? (
          <TextField label="Email" name="email" type="email" autoComplete="username" error={fields['email']} required />
        ) : (
          <TextField label="Email" type="email" autoComplete="username" value={email ?? ''} readOnly />
        )}
        <TextField
          label={hasPassword ? 'Your password' : 'New password'}
          name="password"
          type="password"
          autoComplete={hasPassword ? 'current-password' : 'new-password'}
          error={fields['password']}
          hint={hasPassword ? undefined : 'At least 10 characters; a few words do well.'}
          required
        />
        <FormError message={error} />
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {action}
        </Button>
      </form>
    </Card>
  )
}

function words({ purpose, account_name: account, role, is_known: isKnown }: Link) {
  if (purpose === 'setup')
    return {
      title: 'Set up Matterbase',
      description: 'The first account of this server; you will be its owner.',
      action: 'Create the account',
    }
  if (purpose === 'reset')
    return {
      title: 'Choose a new password',
      description: 'You will be signed out everywhere else.',
      action: 'Set the password',
    }
  return {
    title: `Join ${account ?? 'the account'}`,
    description: `You were invited as ${role ?? 'a member'}. ${isKnown ? 'You have a password here already.' : 'Choose a password.'}`,
    action: 'Join',
  }
}
