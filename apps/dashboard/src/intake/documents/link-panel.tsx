import { useState } from 'react'
import { queryClient, queryKey, useAction, useCall } from '../../api/queries.ts'
import { Button } from '../../components/buttons/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { Loaded } from '../../components/page/loaded.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { Panel } from '../../components/page/panel.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import { toast, toastError } from '../../components/overlays/toast.tsx'

/** The link by which a document is signed: to show, copy, renew or end. It is asked for when shown, since reading it is noted. */
export function LinkPanel({ id, isExpired }: { readonly id: number; readonly isExpired: boolean }) {
  const params = { id }
  // A document that was just made brings its link along.
  const [isShown, show] = useState(
    () => queryClient.getQueryData(queryKey('GET /documents/{id}/link', { params })) !== undefined,
  )
  const link = useCall('GET /documents/{id}/link', { params }, { keep: false, enabled: isShown })
  const [isAsked, ask] = useState(false)
  const renew = useAction('POST /documents/{id}/link', {
    onDone: () => {
      show(true)
      toast('New link created')
    },
    onFail: toastError,
  })
  const end = useAction('DELETE /documents/{id}/link', {
    onDone: () => {
      ask(false)
      toast('Link disabled')
    },
    onFail: toastError,
  })
  return (
    <Panel
      title="Signing link"
      description="Send this link to the signer. If email is set up, the signer also needs a code from their mailbox. Otherwise, anyone who has the link can sign."
    >
      {!isShown && (
        <div className="flex flex-wrap items-center gap-2">
          <Button onClick={() => show(true)}>Show link</Button>
          <span className="text-meta text-muted">The audit log records who views the link.</span>
        </div>
      )}
      {isShown && (
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
                {url && <Button onClick={() => ask(true)}>Disable link</Button>}
              </div>
            </>
          )}
        </Loaded>
      )}
      <ConfirmDialog
        open={isAsked}
        onClose={() => ask(false)}
        title="Disable this link?"
        action="Disable link"
        isBusy={end.isPending}
        onConfirm={() => end.mutate({ params })}
      >
        The signer can no longer use it. You can create a new link.
      </ConfirmDialog>
    </Panel>
  )
}
