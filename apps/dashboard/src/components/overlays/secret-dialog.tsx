import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import { Snippet } from '../values/snippet.tsx'
import type { SnippetTab } from '../values/snippet.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

export interface SecretDialogProps {
  readonly title: string
  /** The kind of secret: "API key". */
  readonly what: string
  readonly secret: string
  readonly snippet?: readonly SnippetTab[]
  readonly children?: ReactNode
  readonly onClose: () => void
}

/** Shows a secret that cannot be retrieved again, and asks before it closes. */
export function SecretDialog({ title, what, secret, snippet, children, onClose }: SecretDialogProps) {
  const [isAsking, ask] = useState(false)
  useWarningOnUnload()
  const mayClose = () => {
    ask(true)
    return false
  }
  return (
    <Dialog open onClose={onClose} title={title} mayClose={mayClose}>
      <div className="flex min-w-0 flex-col gap-3">
        <p className="text-table">
          Copy this {what} now, because it is not shown again. Store it in your password manager. Matterbase keeps only
          a hash or an encrypted copy.
        </p>
        <div className="flex min-w-0 flex-wrap items-center gap-2 rounded-md border border-control bg-subtle px-3 py-2">
          <code data-secret="" className="min-w-0 flex-1 font-mono text-table break-all">
            {secret}
          </code>
          <CopyButton text={secret} what={what} label="Copy" />
        </div>
        {children}
        {snippet && <Snippet tabs={snippet} label={`First call with the new ${what}`} />}
        {isAsking && (
          <div role="alert" className="rounded-sm border border-warn/40 bg-warn-soft px-3 py-2 text-table text-warn">
            <p className="font-medium">You will not see this {what} again. Have you saved it?</p>
          </div>
        )}
        <DialogActions>
          {isAsking && <Button onClick={() => ask(false)}>Not yet</Button>}
          <Button tone="primary" onClick={onClose}>
            {isAsking ? 'Yes, close' : 'I have saved it'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

function useWarningOnUnload() {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}
