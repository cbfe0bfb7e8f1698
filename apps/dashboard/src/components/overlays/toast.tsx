import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { CallError } from '../../api/call-error.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'

const manager = Base.createToastManager()

export interface ToastOptions {
  readonly description?: string
  /** Adds an "Undo" button that reverses the action. */
  readonly undo?: () => void
}

/** A short message at the lower right: `toast('Matter deleted', { undo: restore })`. */
export function toast(title: string, { description, undo }: ToastOptions = {}) {
  manager.add({
    title,
    timeout: undo ? 8_000 : 4_000,
    ...(description && { description }),
    ...(undo && { data: { undo } }),
  })
}

/** Reports an error of something that has no form to show it in. */
export function toastError(error: unknown) {
  const description = error instanceof CallError && error.requestId ? `Request ${error.requestId}` : undefined
  manager.add({
    title: error instanceof Error ? error.message : 'Something went wrong.',
    type: 'error',
    priority: 'high',
    timeout: 10_000,
    ...(description && { description }),
  })
}

export function Toasts() {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className="fixed right-4 bottom-4 z-60 flex print:hidden w-[min(22rem,calc(100vw-2rem))] flex-col gap-2">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList() {
  const { toasts, close } = Base.useToastManager<{ undo?: () => void }>()
  return toasts.map((item) => (
    <Base.Root
      key={item.id}
      toast={item}
      swipeDirection="right"
      className="flex items-center gap-2 rounded-md border border-line bg-raised py-2 pr-2 pl-3 text-ink shadow-float transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0 data-[type=error]:border-bad/40"
    >
      <div className="min-w-0 flex-1">
        <Base.Title className="text-table font-medium wrap-break-word" />
        <Base.Description className="font-mono text-meta break-all text-muted" />
      </div>
      {item.data?.undo && (
        <Button
          size="sm"
          onClick={() => {
            item.data?.undo?.()
            close(item.id)
          }}
        >
          Undo
        </Button>
      )}
      {/* The library hides it from screen readers until the pointer is over the toasts, although it takes the focus. */}
      <Base.Close
        aria-hidden={false}
        render={<IconButton label="Dismiss" icon={<X className="size-3.5" />} size="sm" />}
      />
    </Base.Root>
  ))
}
