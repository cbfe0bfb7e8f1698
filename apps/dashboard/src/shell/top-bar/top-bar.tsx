import { MenuIcon, Search } from 'lucide-react'
import { useSession } from '../../api/session.ts'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { Kbd } from '../../components/values/kbd.tsx'
import { HeaderTimer } from '../../billing/timer/header-timer.tsx'
import { CodeButton } from '../../code/code-button.tsx'
import { CreateMenu } from './create-menu.tsx'
import { EnvironmentSwitch } from './environment-switch.tsx'
import { UserMenu } from './user-menu.tsx'

export interface TopBarProps {
  readonly onMenu: () => void
  readonly onPalette: () => void
  readonly onShortcuts: () => void
}

export function TopBar({ onMenu, onPalette, onShortcuts }: TopBarProps) {
  const { account } = useSession()
  return (
    <header className="flex h-12 items-center gap-1 border-b border-line bg-bg px-2 sm:gap-2 sm:px-4">
      <IconButton label="Menu" icon={<MenuIcon className="size-4" />} onClick={onMenu} className="md:hidden" />
      <span className="max-w-48 truncate text-table font-medium max-lg:hidden" title={account.name}>
        {account.name}
      </span>
      <EnvironmentSwitch />
      <button
        type="button"
        onClick={onPalette}
        className="flex h-8 items-center gap-2 rounded-sm border border-line bg-subtle px-2 text-table text-muted transition-colors hover:text-ink md:mx-2 md:w-72 touch:h-11"
      >
        <Search aria-hidden="true" className="size-3.5" />
        <span className="flex-1 text-left max-md:sr-only">Search or jump to…</span>
        <span aria-hidden="true" className="max-md:hidden">
          <Kbd keys="⌘K" />
        </span>
      </button>
      <span className="flex-1" />
      <HeaderTimer />
      <CreateMenu />
      <CodeButton />
      <UserMenu onShortcuts={onShortcuts} />
    </header>
  )
}
