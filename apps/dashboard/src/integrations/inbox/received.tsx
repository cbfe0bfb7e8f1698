import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { JsonView } from '../../components/values/json-view.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { HeaderTable } from '../deliveries/header-table.tsx'
import { LabLink } from '../signature-lab/lab-link.tsx'

export interface ReceivedProps {
  readonly request: Answer<'GET /inbox'>['requests'][number]
  /** Whether it is unfolded at first. */
  readonly isOpen: boolean
}

/** One request that arrived. */
export function Received({
  request: { received_at: at, headers, body, encoding },
  isOpen: isOpenAtFirst,
}: ReceivedProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const kind = headers.find(({ name }) => name.toLowerCase() === 'x-service-event')?.value ?? 'Request'
  return (
    <section aria-label={kind} className="min-w-0 rounded-md border border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="focus-inset flex min-h-10 w-full items-center gap-2 px-3 py-1.5 text-left text-table hover:bg-subtle"
      >
        <span className="font-medium">{kind}</span>
        <span className="ml-auto text-muted">
          <DateTime value={at} />
        </span>
      </button>
      {isOpen && (
        <div className="flex flex-col gap-3 border-t border-line p-3">
          <HeaderTable headers={headers} />
          <div className="min-w-0">
            <div className="mb-1 flex items-center gap-2">
              <h3 className="text-table font-medium">{encoding === 'utf8' ? 'Raw body' : 'Raw body, in base64'}</h3>
              <CopyButton text={body} what="raw body" />
              <LabLink body={body} headers={headers} />
            </div>
            <pre
              data-raw-body=""
              tabIndex={0}
              className="focus-inset max-h-40 overflow-auto rounded-md border border-line bg-subtle px-3 py-2 font-mono text-meta break-all whitespace-pre-wrap"
            >
              {body}
            </pre>
          </div>
          {encoding === 'utf8' && body && <JsonView value={body} label="Formatted body" />}
        </div>
      )}
    </section>
  )
}
