import { useState } from 'react'
import { queryClient, queryKey, useAction, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { DateTime } from '../../components/values/moments.tsx'

interface LinkPanelProps {
  readonly id: number
  readonly isExpired: boolean
}

/** The signing link of a document. It loads only on request, because the audit log records each view. */
export function LinkPanel({ id, isExpired }: LinkPanelProps) {
  // The link of a document that was just created is in the cache.
  const [isVisible, setVisible] = useState(
    () => queryClient.getQueryData(queryKey('GET /documents/{id}/link', { params: { id } })) !== undefined,
  )
  return (
    <Panel
      title="Signing link"
      description="Send this link to the signer. If email is set up, the signer also needs a code from their mailbox. Otherwise, anyone who has the link can sign."
    >
      {isVisible ? (
        <SigningLink id={id} isExpired={isExpired} />
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button onClick={() => setVisible(true)}>Show link</Button>
          <span className="text-meta text-muted">The audit log records who views the link.</span>
        </div>
      )}
    </Panel>
  )
}

function SigningLink({ id, isExpired }: LinkPanelProps) {
  const params = { id }
  const [isDisabling, setDisabling] = useState(false)
  const link = useCall('GET /documents/{id}/link', { params }, { keep: false })
  const renew = useAction('POST /documents/{id}/link', {
    onDone: () => toast('New link created'),
    onFail: toastError,
  })
  return (
    <>
      <Loaded query={link} lines={3}>
        {({ url, expires_at: expires }) => (
          <>
            {url ? (
              <>
                <div className="flex flex-wrap gap-2">
                  <TextInput readOnly aria-label="Link" value={url} className="min-w-0 flex-1 font-mono text-meta" />
                  <CopyButton text={url} what="link" label="Copy link" />
                </div>
                <p className="mt-2 text-meta text-muted">
                  {isExpired ? 'Expired on ' : 'Valid until '}
                  <DateTime value={expires} />
                </p>
              </>
            ) : (
              <p className="text-table text-muted">The link is disabled.</p>
            )}
            <div className="mt-3 flex flex-wrap gap-2">
              <Button isBusy={renew.isPending} onClick={() => renew.mutate({ params })}>
                Create new link
              </Button>
              {url && <Button onClick={() => setDisabling(true)}>Disable link</Button>}
            </div>
          </>
        )}
      </Loaded>
      <DisableLink id={id} isOpen={isDisabling} onClose={() => setDisabling(false)} />
    </>
  )
}

interface DisableLinkProps {
  readonly id: number
  readonly isOpen: boolean
  readonly onClose: () => void
}

function DisableLink({ id, isOpen, onClose }: DisableLinkProps) {
  const disable = useAction('DELETE /documents/{id}/link', {
    onDone: () => {
      onClose()
      toast('Link disabled')
    },
    onFail: toastError,
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onClose}
      title="Disable this link?"
      action="Disable link"
      isBusy={disable.isPending}
      onConfirm={() => disable.mutate({ params: { id } })}
    >
      The signer can no longer use it. You can create a new link.
    </ConfirmDialog>
  )
}
