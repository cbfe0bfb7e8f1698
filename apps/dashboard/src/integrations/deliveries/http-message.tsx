import { CopyButton } from '../../components/buttons/copy-button.tsx'
import { LabLink } from '../signature-lab/lab-link.tsx'
import type { LabInput } from '../signature-lab/lab-link.tsx'

interface HeaderTableProps {
  /** The value is null if it is not stored. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[]
}

/** Headers as they were sent. */
export function HeaderTable({ headers }: HeaderTableProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,11rem)_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-meta">
      {headers.map(({ name, value }, index) => (
        <div key={index} className="contents">
          <dt className="break-all text-muted">{name}</dt>
          <dd className="break-all">{value ?? <span className="font-sans text-muted">not stored</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RawBodyProps extends LabInput {
  readonly title?: string
}

/** The body as it was sent, with a link that checks its signature. */
export function RawBody({ title = 'Raw body', body, headers }: RawBodyProps) {
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-center gap-2">
        <h3 className="text-table font-medium">{title}</h3>
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
  )
}
