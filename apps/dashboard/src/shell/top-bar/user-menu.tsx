import { useNavigate } from '@tanstack/react-router'
import { LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useSession } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { Menu } from '../../components/overlays/menu.tsx'
import { useHelpAddress } from '../../components/page/help-link.tsx'
import { openDocumentation, openInNewTab } from '../../components/page/help-pages.ts'
import { titled } from '../../components/values/formats.ts'
import { initials } from '../../components/values/person-names.ts'
import { setTheme, theme } from '../../theme.ts'
import { signOut } from '../sign-out.ts'

const icon = 'size-3.5 text-muted'

export function UserMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const { user, role } = useSession()
  const navigate = useNavigate()
  const current = useStore(theme)
  const help = useHelpAddress()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${initials(user.name || user.email)}: account of ${user.name}`}
          className="flex size-8 shrink-0 items-center justify-center rounded-full touch:size-11"
        >
          <span className="flex size-8 items-center justify-center rounded-full bg-accent-soft text-meta font-semibold text-accent">
            {initials(user.name || user.email)}
          </span>
        </button>
      }
      header={
        <div className="mb-1 border-b border-line px-2 pt-1 pb-2 text-meta text-muted">
          <p className="text-table font-medium text-ink">{user.name}</p>
          <p>{user.email}</p>
          <p>{titled(role)}</p>
        </div>
      }
      items={[
        { label: 'Profile', onSelect: () => void navigate({ to: '/settings/profile' }) },
        { label: 'Security', onSelect: () => void navigate({ to: '/settings/security' }) },
        { label: 'Keyboard shortcuts', keys: '?', onSelect: onShortcuts },
        { label: 'Help for this page', onSelect: () => openInNewTab(help) },
        { label: 'Documentation', onSelect: openDocumentation },
        null,
        {
          label: 'System theme',
          icon: <Monitor className={icon} />,
          checked: current === 'system',
          onSelect: () => setTheme('system'),
        },
        {
          label: 'Light theme',
          icon: <Sun className={icon} />,
          checked: current === 'light',
          onSelect: () => setTheme('light'),
        },
        {
          label: 'Dark theme',
          icon: <Moon className={icon} />,
          checked: current === 'dark',
          onSelect: () => setTheme('dark'),
        },
        null,
        { label: 'Sign out', icon: <LogOut className={icon} />, onSelect: () => void signOut() },
      ]}
    />
  )
}
