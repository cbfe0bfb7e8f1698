import { useState } from 'react'
import type { Answer } from '../../api/contract.ts'
import { JsonView } from '../../components/values/json-view.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import { HeaderTable, RawBody } from '../deliveries/http-message.tsx'

export interface ReceivedProps {
  readonly request: Answer<'GET /inbox'>['requests'][number]
  /** True if it is expanded at first. */
  readonly isInitiallyOpen: boolean
}

/** A request that the test inbox received. */
export function Received({ request: { received_at: at, headers, body, encoding }, isInitiallyOpen }: ReceivedProps) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
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
          <RawBody title={encoding === 'utf8' ? 'Raw body' : 'Raw body, in base64'} {...{ body, headers }} />
          {encoding === 'utf8' && body && <JsonView value={body} label="Formatted body" />}
        </div>
      )}
    </section>
  )
}
