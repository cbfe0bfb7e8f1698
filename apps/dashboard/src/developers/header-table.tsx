/** Headers as they went over the wire. */
export function HeaderTable({ headers }: { readonly headers: readonly { name: string; value: string }[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,11rem)_minmax(0,1fr)] gap-x-3 gap-y-0.5 font-mono text-meta">
      {headers.map(({ name, value }, place) => (
        <div key={place} className="contents">
          <dt className="break-all text-muted">{name}</dt>
          <dd className="break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
