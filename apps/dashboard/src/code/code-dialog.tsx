import { exampleCall, recentCalls } from '../api/recent-calls.ts'
import { useSession } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { Dialog } from '../components/overlays/dialog.tsx'
import { apiReference } from '../components/page/help-pages.ts'
import { Snippet } from '../components/values/snippet.tsx'
import { codeOfCall } from './code-of-call.ts'

export interface CodeDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The API calls of this screen as code. */
export function CodeDialog({ open, onClose }: CodeDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="This screen as code"
      description="The API calls of this screen. Set MATTERBASE_API_KEY to an API key of this workspace."
      size="lg"
    >
      <Calls />
    </Dialog>
  )
}

function Calls() {
  const calls = useStore(recentCalls)
  const example = useStore(exampleCall)
  const { public_url } = useSession()
  if (calls.length === 0 && !example)
    return (
      <p className="text-table text-muted">
        This screen made no REST API calls. See the{' '}
        <a href={apiReference} target="_blank" rel="noopener noreferrer" className="link">
          API reference
        </a>
        .
      </p>
    )
  return (
    <ul className="flex flex-col gap-4">
      {calls.map((call) => (
        <li key={call.key} className="min-w-0">
          <h3 className="mb-1 font-mono text-meta">{call.key}</h3>
          <Snippet tabs={codeOfCall(call, public_url)} label={call.key} />
        </li>
      ))}
      {example && (
        <li className="min-w-0">
          <h3 className="mb-1 text-meta">
            To create a record from another system: <span className="font-mono">{example.key}</span>
          </h3>
          <Snippet tabs={codeOfCall(example, public_url)} label="Example" />
        </li>
      )}
    </ul>
  )
}
