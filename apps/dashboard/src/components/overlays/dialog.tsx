import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { isAsking } from '../../api/prompts.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { backdropStyle } from './popup-style.ts'
import { useClosing } from './use-closing.tsx'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly description?: ReactNode
  /** 420, 560 or 800 px. Default `md`. */
  readonly size?: 'sm' | 'md' | 'lg'
  /** Called before Esc or a press outside closes it. False keeps it open. */
  readonly mayClose?: () => boolean
  /** A request waits for the answer. It can open over another dialog. Default false. */
  readonly isPrompt?: boolean
  /** Hides the page behind it, and cannot be closed. Default false. */
  readonly isOpaque?: boolean
  readonly children: ReactNode
}

const widths = { sm: 'max-w-[420px]', md: 'max-w-[560px]', lg: 'max-w-[800px]' } as const

/** The first control to type into, or else a button. */
const firstControl = 'form :is(input, select, textarea, button):not([type=hidden], :disabled, [data-draft] *)'

/** Selects the current value, so that typing replaces it. */
function firstOf(popup: HTMLElement | null) {
  const control = popup?.querySelector<HTMLElement>(firstControl)
  if (control instanceof HTMLInputElement) control.select()
  return control ?? popup
}

/** Ends with `<DialogActions>`. */
export function Dialog(props: DialogProps) {
  const { open, onClose, size = 'md', mayClose, isPrompt = false, isOpaque = false, children } = props
  const popup = useRef<HTMLDivElement>(null)
  const { requestClose, withQuestion } = useClosing(onClose)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        // A prompt over this dialog moves the focus, which does not close it.
        if (next || reason === 'focus-out' || (isAsking() && !isPrompt)) return
        if (mayClose?.() ?? true) requestClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          className={isOpaque ? 'fixed inset-0 z-60 bg-subtle' : backdropStyle}
          {...(isOpaque && { forceRender: true })}
        />
        <Base.Viewport
          className={classNames(
            'fixed inset-0 flex items-start justify-center overflow-y-auto p-3 sm:pt-[10vh]',
            isOpaque ? 'z-60' : 'z-50',
          )}
        >
          <Base.Popup
            ref={popup}
            initialFocus={() => firstOf(popup.current)}
            className={classNames(
              'relative w-full rounded-lg border border-line bg-raised shadow-float outline-none transition-[opacity,translate] data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0',
              widths[size],
            )}
          >
            <Header {...props} />
            <div className="px-5 pt-3 pb-5">{withQuestion(children)}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function Header({ title, description, isOpaque }: Pick<DialogProps, 'title' | 'description' | 'isOpaque'>) {
  return (
    <div className="flex items-start justify-between gap-3 px-5 pt-4">
      <div className="min-w-0">
        <Base.Title className="text-h2 font-semibold wrap-break-word">{title}</Base.Title>
        {description && <Base.Description className="mt-0.5 text-table text-muted">{description}</Base.Description>}
      </div>
      {!isOpaque && (
        <Base.Close
          render={
            <IconButton label="Close" icon={<X className="size-4" />} className="-mr-2 touch:-my-2.5 touch:-mr-3" />
          }
        />
      )}
    </div>
  )
}

/** The buttons at a dialog's end, the main one last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-3 flex flex-wrap items-center justify-end gap-2">{children}</div>
}
