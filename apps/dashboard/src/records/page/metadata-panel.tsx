interface MetadataPanelProps {
  readonly metadata: Readonly<Record<string, string>>
}

/** The values that programs keep with a record, for developers. */
export function MetadataPanel({ metadata }: MetadataPanelProps) {
  const pairs = Object.entries(metadata)
  if (pairs.length === 0) return null
  return (
    <details>
      <summary className="text-meta text-muted">Metadata</summary>
      <dl className="mt-2 flex flex-col gap-2 text-table">
        {pairs.map(([key, value]) => (
          <div key={key}>
            <dt className="font-mono text-meta wrap-anywhere text-muted">{key}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
