import { useState } from 'react'
import { useAction, useCall } from '../api/queries.ts'
import { Button } from '../components/buttons/button.tsx'
import { ConfirmDialog } from '../components/overlays/confirm-dialog.tsx'
import { CopyButton } from '../components/buttons/copy-button.tsx'
import { Loaded } from '../components/page/loaded.tsx'
import { DateTime } from '../components/values/moments.tsx'
import { Panel } from '../components/page/panel.tsx'
import { TextInput } from '../components/forms/text-field.tsx'
import { toast, toastError } from '../components/overlays/toast.tsx'

/** The link by which a document is signed: to copy, renew or end. */
export function LinkPanel({ id, isExpired }: { readonly id: number; readonly isExpired: boolean }) {
  const params = { id }
  const link = useCall('GET /documents/{id}/link', { params }, { keep: false })
  const [isAsked, ask] = useState(false)
  const renew = useAction('POST /documents/{id}/link', { onDone: () => toast('New link made'), onFail: toastError })
  const end = useAction('DELETE /documents/{id}/link', {
    onDone: () => {
      ask(false)
      toast('The link has ended')
    },
    onFail: toastError,
  })
  return (
    <Panel title="Link to sign" description="Send it to the signer. Anyone who has it can sign.">
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
              <p className="text-table text-muted">There is no link at the moment.</p>
            )}
            <div className="mt-3 flex flex-wrap gap-2">
              <Button isBusy={renew.isPending} onClick={() => renew.mutate({ params })}>
                Make a new link
              </Button>
              {url && <Button onClick={() => ask(true)}>End link</Button>}
            </div>
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={isAsked}
        onClose={() => ask(false)}
        title="End this link?"
        action="End link"
        isBusy={end.isPending}
        onConfirm={() => end.mutate({ params })}
      >
        It can no longer be used to sign. You can make a new one.
      </ConfirmDialog>
    </Panel>
  )
}
