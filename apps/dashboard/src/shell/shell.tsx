import { Dialog } from '@base-ui/react/dialog'
import { useBlocker, useNavigate, useRouterState } from '@tanstack/react-router'
import type { ShouldBlockFn } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { leavePrompt } from '../api/prompts.ts'
import { clearCalls } from '../api/recent-calls.ts'
import { hasUnsaved } from '../components/forms/drafts/unsaved.ts'
import { backdropStyle } from '../components/overlays/popup-style.ts'
import { Toasts } from '../components/overlays/toast.tsx'
import { lazyPart, WhenOpen } from '../components/overlays/when-open.tsx'
import { isTest } from '../environment.ts'
import { useKeyboard, useShortcuts } from '../keyboard/shortcuts.ts'
import { Banners } from './banners.tsx'
import { navigation } from './navigation.ts'
import { PageBody } from './page-body.tsx'
import { Prompts } from './prompts/prompts.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar/top-bar.tsx'

const loadPalette = () => import('./palette/palette.tsx')
const Palette = lazyPart(loadPalette, 'Palette')
const ShortcutSheet = lazyPart(() => import('../keyboard/shortcut-sheet.tsx'), 'ShortcutSheet')

/** Everything around a page. */
export function Shell() {
  const [open, setOpen] = useState<'menu' | 'palette' | 'shortcuts' | null>(null)
  const close = () => setOpen(null)
  useKeyboard()
  useShellShortcuts({ onPalette: () => setOpen('palette'), onShortcuts: () => setOpen('shortcuts') })
  useClearCalls()
  usePreloadPalette()
  useLeaveQuestion()
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-sm focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <Banners />
      <div className="flex min-h-0 flex-1">
        <aside className="w-14 shrink-0 border-r border-line bg-subtle max-md:hidden lg:w-58">
          <Sidebar />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar
            onMenu={() => setOpen('menu')}
            onPalette={() => setOpen('palette')}
            onShortcuts={() => setOpen('shortcuts')}
          />
          <main
            id="page"
            tabIndex={-1}
            className="relative min-h-0 flex-1 overflow-y-auto outline-none [scrollbar-gutter:stable]"
          >
            <div className="mx-auto w-full max-w-[1280px] px-4 pt-5 pb-16 sm:px-6">
              {isTest && <p className="mb-4 font-semibold not-print:hidden">TEST</p>}
              <PageBody />
            </div>
          </main>
        </div>
      </div>
      <MenuDrawer open={open === 'menu'} onClose={close} />
      <WhenOpen open={open === 'palette'}>
        <Palette open={open === 'palette'} onOpenChange={(next) => setOpen(next ? 'palette' : null)} />
      </WhenOpen>
      <WhenOpen open={open === 'shortcuts'}>
        <ShortcutSheet open={open === 'shortcuts'} onClose={close} />
      </WhenOpen>
      <Prompts />
      <Toasts />
    </div>
  )
}

function MenuDrawer({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropStyle} />
        <Dialog.Popup
          aria-label="Menu"
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r border-line bg-subtle shadow-float outline-none transition-[translate] duration-150 data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <Sidebar isDrawer onLeave={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface ShellShortcuts {
  readonly onPalette: () => void
  readonly onShortcuts: () => void
}

function useShellShortcuts({ onPalette, onShortcuts }: ShellShortcuts) {
  const navigate = useNavigate()
  const places = navigation
    .flatMap(({ entries }) => entries)
    .flatMap(({ label, to, keys }) => (keys ? [{ keys, scope: 'Go to', label, run: () => void navigate({ to }) }] : []))
  useShortcuts([
    { keys: '⌘K', scope: 'Anywhere', label: 'Search and commands', run: onPalette },
    { keys: '/', scope: 'Anywhere', label: 'Search and commands', run: onPalette },
    { keys: '?', scope: 'Anywhere', label: 'Keyboard shortcuts', run: onShortcuts },
    ...places,
  ])
}

/** `</>` lists the calls of the current page only. */
function useClearCalls() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => () => clearCalls(), [path])
}

/** Loads the palette on ⌘ or Ctrl, because K is likely to follow. */
function usePreloadPalette() {
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Meta' || key === 'Control') void loadPalette().catch(() => {})
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Asks before a page with unsaved text is left or reloaded, or its tab is changed. */
function useLeaveQuestion() {
  useBlocker({
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: async (move) => hasUnsaved() && isLeaving(move) && !(await leavePrompt.ask({ isKept: true })),
  })
}

/** Filters and dialogs only change the search of a page. Its tabs and the browser's Back remove the form. */
function isLeaving({ current, next, action }: Parameters<ShouldBlockFn>[0]): boolean {
  if (current.pathname !== next.pathname) return true
  return tabOf(current.search) !== tabOf(next.search) || /^(?:BACK|FORWARD|GO)$/.test(action)
}

const tabOf = (search: object) => ('tab' in search ? search.tab : undefined)
