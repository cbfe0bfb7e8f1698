import type { ReactNode } from 'react'

/** One value of a line, with its name where the lines have no head. */
export function LineCell({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <span className="min-w-0">
      <span aria-hidden="true" className="text-meta text-muted md:hidden">
        {label}
      </span>
      {children}
    </span>
  )
}
