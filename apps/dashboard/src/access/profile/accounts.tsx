import { useAction } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { toastError } from '../../components/overlays/toast.tsx'

/** For users of more than one account. */
export function Accounts() {
  const { account, accounts } = useSession()
  const change = useAction('POST /session/switch-account', {
    invalidates: [],
    // Nothing that was loaded is valid for another account.
    onDone: () => location.assign('/'),
    onFail: toastError,
  })
  if (accounts.length < 2) return null
  return (
    <Panel title="Accounts" description="You are a member of several accounts.">
      <ul className="flex flex-col gap-2">
        {accounts.map(({ owner_uuid, name }) => (
          <li key={owner_uuid} className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate">{name}</span>
            {owner_uuid === account.owner_uuid ? (
              <span className="text-meta text-muted">current</span>
            ) : (
              <Button size="sm" isBusy={change.isPending} onClick={() => change.mutate({ body: { owner_uuid } })}>
                Switch<span className="sr-only"> to {name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
