import { useEffect, useState } from 'react'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { Button, Spinner } from '../../components/buttons/button.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { Card } from './card.tsx'
import { CodeForm } from './code-form.tsx'
import { exchange, needsCode, usePost } from './use-post.ts'
import type { Reply } from './use-post.ts'

/** The page of a single-use link. It explains the link before it uses it. */
export function LinkPage({ token }: { readonly token: string }) {
  const [reply, setReply] = useState<Reply>()
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  useEffect(() => void exchange('GET', `/links/${token}`).then(setReply), [token])
  if (isCodeNeeded) return <CodeForm />
  if (!reply)
    return (
      <Card title="One moment">
        <Spinner />
      </Card>
    )
  if (!reply.ok)
    return (
      <Card title="This link does not work">
        <div className="flex flex-col items-start gap-4">
          <FormError message={reply.error} />
          <a href="/sign-in" className={buttonStyle()}>
            Sign in
          </a>
        </div>
      </Card>
    )
  // The server answers `GET /links/{token}` with a link.
  return <LinkForm link={reply.answer as Link} token={token} onCodeNeeded={() => setCodeNeeded(true)} />
}

/** A single-use link. */
interface Link {
  readonly purpose: 'setup' | 'reset' | 'invite'
  readonly email: string | null
  readonly account_name: string | null
  readonly role: string | null
}

interface LinkFormProps {
  readonly link: Link
  readonly token: string
  readonly onCodeNeeded: () => void
}

/** Setting up, joining an account and choosing a new password are one form. */
function LinkForm({ link, token, onCodeNeeded }: LinkFormProps) {
  const { purpose, email } = link
  const { onSubmit, error, fields, isBusy } = usePost(`/links/${token}`, (answer) => {
    if (needsCode(answer)) onCodeNeeded()
    else location.replace('/')
  })
  const isInvited = purpose === 'invite'
  const { title, description, action } = words(link)
  return (
    <Card title={title} description={description}>
      <form onSubmit={onSubmit} className="flex flex-col gap-4">
        {purpose !== 'reset' && (
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            maxLength={255}
            error={fields['name']}
            hint={isInvited ? 'Only needed if you are new on this server.' : undefined}
            required={!isInvited}
            autoFocus
          />
        )}
        {purpose === 'setup' ? (
          <TextField label="Email" name="email" type="email" autoComplete="username" error={fields['email']} required />
        ) : (
          <TextField label="Email" type="email" autoComplete="username" value={email ?? ''} readOnly />
        )}
        <TextField
          label={isInvited ? 'Password' : 'New password'}
          name="password"
          type="password"
          autoComplete={isInvited ? 'current-password' : 'new-password'}
          error={fields['password']}
          hint={
            isInvited
              ? 'If you already sign in to this server, enter your password. Otherwise choose one with at least 10 characters.'
              : 'At least 10 characters. A few random words work well.'
          }
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

function words({ purpose, account_name: account, role }: Link) {
  if (purpose === 'setup')
    return {
      title: 'Set up Matterbase',
      description: 'This creates the first account of this server. You will be its owner.',
      action: 'Create account',
    }
  if (purpose === 'reset')
    return {
      title: 'Choose a new password',
      description: 'You will be signed out everywhere else.',
      action: 'Set password',
    }
  return {
    title: `Join ${account ?? 'the account'}`,
    description: `You were invited as ${role ?? 'a member'}.`,
    action: 'Join',
  }
}
