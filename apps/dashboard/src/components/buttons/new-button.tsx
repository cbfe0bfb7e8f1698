import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export interface NewButtonProps {
  /** Primary with a plus next to a page's title, secondary in an empty list. Default primary. */
  readonly tone?: 'primary' | 'secondary'
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Opens the form for a new record. */
export function NewButton({ tone = 'primary', onClick, children }: NewButtonProps) {
  return (
    <Button tone={tone} icon={tone === 'primary' && <Plus className="size-3.5" />} onClick={onClick}>
      {children}
    </Button>
  )
}
