import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { useClosing } from './use-closing.tsx'

export interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** Next to the title: a status, a link to the page. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** One record next to the list. The list stays usable. */
export function Drawer({ open, onClose, title, actions, children }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null)
  const { requestClose, withQuestion } = useClosing(onClose)
  return (
    <Base.Root open={open} modal={false} disablePointerDismissal onOpenChange={(next) => !next && requestClose()}>
      <Base.Portal>
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          className="fixed inset-y-0 right-0 z-30 flex w-[480px] max-w-full flex-col border-l border-line bg-raised shadow-float outline-none transition-[translate,opacity] duration-150 data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-x-4 data-starting-style:opacity-0"
        >
          <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
            <Base.Title className="min-w-0 flex-1 truncate text-body font-semibold">{title}</Base.Title>
            {actions}
            <Base.Close render={<IconButton label="Close" icon={<X className="size-4" />} />} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">{withQuestion(children)}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
