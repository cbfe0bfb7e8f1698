/** Keys of a shortcut: `G M` in sequence, `⌘K` together. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex gap-0.5">
      {keys.split(' ').map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-[4px] border border-line bg-subtle px-1 font-sans text-meta text-muted"
        >
          {key.replace('⌘', commandKey)}
        </kbd>
      ))}
    </span>
  )
}

/** The name of the command key on this machine: `⌘` or `Ctrl+`. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'
