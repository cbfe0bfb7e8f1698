import { useTotpSetUp } from '../access/security/use-totp-set-up.tsx'
import { Card } from '../access/sign-in/card.tsx'
import { useSession } from '../api/session.ts'
import { Button } from '../components/buttons/button.tsx'
import { Toasts } from '../components/overlays/toast.tsx'
import { Prompts } from './prompts/prompts.tsx'
import { signOut } from './sign-out.ts'

/** The only page of a member who must set up two-factor authentication. The server refuses all other requests. */
export function Enrolment() {
  const { account, user } = useSession()
  const { begin, dialogs } = useTotpSetUp(() => location.reload())
  return (
    <>
      <Card
        title="Set up two-factor authentication"
        description={`${account.name} requires two-factor authentication for all members. You need an authenticator app on your phone or computer.`}
      >
        <p className="mb-4 text-table text-muted">You are signed in as {user.email}.</p>
        <div className="flex flex-wrap justify-between gap-2">
          <Button tone="primary" isBusy={begin.isPending} onClick={() => begin.mutate({})}>
            Set up
          </Button>
          <Button tone="quiet" onClick={() => void signOut()}>
            Sign out
          </Button>
        </div>
      </Card>
      {dialogs}
      <Prompts />
      <Toasts />
    </>
  )
}
