import { CallError } from '../../api/call-error.ts'
import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'

export interface ErrorPanelProps {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
}

/** An error with its request ID and a button to try again. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const message = error instanceof Error ? error.message : 'Something went wrong.'
  const requestId = error instanceof CallError ? error.requestId : null
  return (
    <div role="alert" className="mx-auto flex max-w-[560px] flex-col items-center gap-3 px-4 py-12 text-center">
      <p className="text-body font-medium">{message}</p>
      {requestId && (
        <p className="flex items-center gap-1 text-meta text-muted">
          Request <code className="font-mono break-all">{requestId}</code>
          <CopyButton text={requestId} what="request ID" />
        </p>
      )}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  )
}
