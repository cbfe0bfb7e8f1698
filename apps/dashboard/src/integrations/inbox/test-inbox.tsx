import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { useAction, useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { codeOfCall } from '../../code/code-of-call.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { SecretDialog } from '../../components/overlays/secret-dialog.tsx'
import { toastError } from '../../components/overlays/toast.tsx'
import { EmptyState } from '../../components/page/empty-state.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { Facts, IdText } from '../../components/values/facts.tsx'
import { environment } from '../../environment.ts'
import { Received } from './received.tsx'

type InboxAnswer = Answer<'GET /inbox'>

// A call that triggers a delivery.
const example = { key: 'POST /matters', body: { title: 'Hale v. Northgate' } }

export function TestInbox() {
  const [secret, setSecret] = useState<string>()
  const { public_url: publicUrl } = useSession()
  const one = useCall('GET /inbox', {}, { poll: true })
  const create = useAction('POST /inbox', { onDone: (made) => setSecret(made.secret), onFail: toastError })
  return (
    <>
      <PageHeader
        title="Test inbox"
        description="A webhook receiver on this server. You see deliveries without a tunnel to your machine."
        actions={one.data?.inbox && <InboxActions inbox={one.data.inbox} />}
      />
      <Loaded query={one} lines={6}>
        {({ inbox, requests }) =>
          inbox ? (
            <Content {...{ inbox, requests }} />
          ) : (
            <EmptyState
              action={
                <Button tone="primary" isBusy={create.isPending} onClick={() => create.mutate({})}>
                  Create test inbox
                </Button>
              }
              snippet={codeOfCall(example, publicUrl)}
            >
              The {environment} workspace has no test inbox yet. Create one, then run this call. Its event arrives here.
            </EmptyState>
          )
        }
      </Loaded>
      {secret !== undefined && (
        <SecretDialog
          title="The secret of your test inbox"
          what="signing secret"
          secret={secret}
          onClose={() => setSecret(undefined)}
        >
          <p className="text-table text-muted">Use it in the signature lab to check the signatures of deliveries.</p>
        </SecretDialog>
      )}
    </>
  )
}

function Content({
  inbox,
  requests,
}: {
  readonly inbox: NonNullable<InboxAnswer['inbox']>
  readonly requests: InboxAnswer['requests']
}) {
  const { public_url: publicUrl } = useSession()
  return (
    <div className="flex flex-col gap-4">
      <Panel>
        <Facts
          facts={[
            { label: 'Address', value: <IdText value={inbox.url} what="address" /> },
            {
              label: 'Endpoint',
              value: (
                <Link to="/dev/webhooks/$id" params={{ id: String(inbox.endpoint_id) }} className="link">
                  webhook endpoint {inbox.endpoint_id}
                </Link>
              ),
            },
          ]}
        />
      </Panel>
      {requests.length === 0 ? (
        <EmptyState snippet={codeOfCall(example, publicUrl)}>
          No requests yet. Send a test event or create a matter. New requests appear here automatically.
        </EmptyState>
      ) : (
        requests.map((request, index) => <Received key={request.id} request={request} isInitiallyOpen={index === 0} />)
      )}
    </div>
  )
}

function InboxActions({ inbox }: { readonly inbox: NonNullable<InboxAnswer['inbox']> }) {
  const [isOpen, setOpen] = useState(false)
  const test = useAction('POST /webhooks/{id}/test', { onFail: toastError })
  const clear = useAction('POST /inbox/clear', { onFail: toastError })
  const remove = useAction('DELETE /inbox', { onDone: () => setOpen(false) })
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete…</Button>
      <Button isBusy={clear.isPending} onClick={() => clear.mutate({})}>
        Clear
      </Button>
      <Button tone="primary" isBusy={test.isPending} onClick={() => test.mutate({ params: { id: inbox.endpoint_id } })}>
        Send test
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Delete the test inbox?"
        action="Delete test inbox"
        onConfirm={() => remove.mutate({})}
        isBusy={remove.isPending}
        error={remove.error?.message}
      >
        This also deletes its address, its webhook endpoint and the requests that it received.
      </ConfirmDialog>
    </>
  )
}
