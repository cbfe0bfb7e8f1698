/** Gray lines while content loads. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3 py-2">
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          className="h-4 animate-pulse rounded-[4px] bg-hover"
          style={{ width: `${88 - ((line * 23) % 50)}%` }}
        />
      ))}
    </div>
  )
}
