import { useMatches, useNavigate } from '@tanstack/react-router'
import { MenuIcon, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { useCan, useSession } from '../../api/session.ts'
import { HeaderTimer } from '../../billing/timer/header-timer.tsx'
import { CodeButton } from '../../code/code-button.tsx'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Menu } from '../../components/overlays/menu.tsx'
import { Kbd } from '../../components/values/kbd.tsx'
import { addressIn, environment } from '../../environment.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { creations } from '../navigation.ts'
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

function CreateMenu() {
  const can = useCan()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const items = creations
    .filter(({ permission }) => can(permission))
    .map(({ label, to }) => ({ label, onSelect: () => void navigate({ to, search: { new: '1' } }) }))
  useShortcuts(items.length > 0 ? [{ keys: 'C', scope: 'Anywhere', label: 'Create…', run: () => setOpen(true) }] : [])
  if (items.length === 0) return null
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button aria-label="Create" title="Create (C)" icon={<Plus className="size-3.5" />} className="max-sm:px-2">
          <span className="max-sm:hidden">Create</span>
        </Button>
      }
      items={items}
    />
  )
}

const choices = [
  { id: 'live', label: 'Live' },
  { id: 'test', label: 'Test' },
] as const

/** Opens the same page in the other workspace. The page of a record opens its list, because IDs differ. */
function EnvironmentSwitch() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' })
  const shared = path.split('/$')[0]?.replace(/(.)\/$/, '$1') || '/'
  return (
    <div role="group" aria-label="Workspace" className="flex shrink-0 rounded-sm bg-hover p-0.5">
      {choices.map(({ id, label }) => (
        <a
          key={id}
          href={addressIn(id, shared)}
          aria-current={id === environment ? 'true' : undefined}
          className={classNames(
            'flex h-6 items-center rounded-[5px] px-2 text-meta font-medium touch:h-10 touch:px-3',
            id !== environment && 'text-muted hover:text-ink',
            id === environment &&
              (id === 'test' ? 'bg-test-soft text-test' : 'bg-raised text-ink outline outline-line'),
          )}
        >
          {label}
        </a>
      ))}
    </div>
  )
}
