import type { ReactNode } from 'react'
import { Snippet } from '../values/snippet.tsx'
import type { SnippetTab } from '../values/snippet.tsx'

export interface EmptyStateProps {
  /** One sentence. */
  readonly children: ReactNode
  /** One button. */
  readonly action?: ReactNode
  /** How to do it without the dashboard. */
  readonly snippet?: readonly SnippetTab[]
}

export function EmptyState({ children, action, snippet }: EmptyStateProps) {
  return (
    <div className="mx-auto flex w-full max-w-[560px] flex-col items-center gap-4 px-4 py-12 text-center">
      <p className="text-body text-balance text-muted">{children}</p>
      {action}
      {snippet && (
        <div className="w-full min-w-0">
          <Snippet tabs={snippet} />
        </div>
      )}
    </div>
  )
}
