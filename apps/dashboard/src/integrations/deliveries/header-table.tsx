export interface HeaderTableProps {
  /** The value is null where it is not stored. */
  readonly headers: readonly { readonly name: string; readonly value: string | null }[]
}

/** Headers as they were sent. */
export function HeaderTable({ headers }: HeaderTableProps) {
  return (
    <dl className="grid grid-cols-[minmax(0,11rem)_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-meta">
      {headers.map(({ name, value }, place) => (
        <div key={place} className="contents">
          <dt className="break-all text-muted">{name}</dt>
          <dd className="break-all">{value ?? <span className="font-sans text-muted">not stored</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
