import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import { useCan } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { Brand } from '../components/brand.tsx'
import { classNames } from '../components/class-names.ts'
import { openGroup, setOpenGroup } from './folded-groups.ts'
import { navigation } from './navigation.ts'
import type { Entry } from './navigation.ts'

export interface SidebarProps {
  /** In the drawer of narrow windows, names always show. */
  readonly isDrawer?: boolean
  readonly onLeave?: () => void
}

/** The navigation. It has names from 1100 px, icons from 768 px, and is a drawer below. */
export function Sidebar({ isDrawer = false, onLeave }: SidebarProps) {
  const can = useCan()
  const open = useOpenGroup()
  const groups = navigation
    .map((group) => ({ ...group, entries: group.entries.filter(({ permission }) => can(permission)) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <nav aria-label="Main" className="flex h-full flex-col overflow-y-auto px-2 pb-2 [scrollbar-width:thin]">
      <div className={classNames('flex h-12 shrink-0 items-center gap-2 px-1', !isDrawer && 'max-lg:justify-center')}>
        <Brand />
        <span className={classNames('min-w-0 truncate text-table font-semibold', !isDrawer && 'max-lg:hidden')}>
          Matterbase
        </span>
      </div>
      {groups.map(({ label, entries, isFoldable = false }) => {
        const isOpen = !isFoldable || open === label
        return (
          <div key={label} className="mt-2 first-of-type:mt-0">
            <GroupHeading {...{ label, isFoldable, isOpen, isDrawer }} />
            {isOpen && (
              <ul aria-label={label} className="flex flex-col gap-px">
                {entries.map((entry) => (
                  <li key={entry.to}>
                    <SidebarLink entry={entry} isMain={!isFoldable} isDrawer={isDrawer} onLeave={onLeave} />
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </nav>
  )
}

/** The group of the current page, until the user opens another one. */
function useOpenGroup(): string | null {
  const can = useCan()
  const chosen = useStore(openGroup)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const current = foldable.find(({ entries }) => entries.some(({ to }) => path === to || path.startsWith(`${to}/`)))
  useEffect(() => {
    if (current) setOpenGroup(current.label)
  }, [path, current])
  // A developer has few other pages.
  return chosen ?? (can('matters:read') ? null : 'Developers')
}

const foldable = navigation.filter(({ isFoldable }) => isFoldable)

interface GroupHeadingProps {
  readonly label: string
  readonly isFoldable: boolean
  readonly isOpen: boolean
  readonly isDrawer: boolean
}

function GroupHeading({ label, isFoldable, isOpen, isDrawer }: GroupHeadingProps) {
  const style = 'flex w-full items-center gap-1 px-2 pb-1 text-meta font-medium text-muted'
  const name = <span className={classNames(!isDrawer && 'max-lg:sr-only')}>{label}</span>
  if (!isFoldable)
    return (
      <p aria-hidden="true" className={classNames(style, !isDrawer && 'max-lg:hidden')}>
        {label}
      </p>
    )
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      title={label}
      onClick={() => setOpenGroup(isOpen ? '' : label)}
      className={classNames(
        'focus-inset h-6.5 rounded-sm pt-1 transition-colors hover:text-ink touch:h-9',
        style,
        !isDrawer && 'max-lg:justify-center',
      )}
    >
      {name}
      <ChevronDown aria-hidden="true" className={classNames('size-3.5', !isOpen && '-rotate-90')} />
    </button>
  )
}

interface SidebarLinkProps {
  /** True if the entry is in the group that is always open, which is darker. */
  readonly isMain: boolean
  readonly entry: Entry
  readonly isDrawer: boolean
  readonly onLeave: (() => void) | undefined
}

function SidebarLink({ entry: { label, to, icon: Icon }, isMain, isDrawer, onLeave }: SidebarLinkProps) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/' || to === '/dev', includeSearch: false }}
      {...(onLeave && { onClick: onLeave })}
      title={label}
      className={classNames(
        'focus-inset flex h-6.5 items-center gap-2.5 rounded-sm px-2 text-table transition-colors hover:bg-hover hover:text-ink data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink touch:h-9',
        isMain ? 'text-ink' : 'text-muted',
        !isDrawer && 'max-lg:justify-center',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      <span className={isDrawer ? 'truncate' : 'truncate max-lg:sr-only'}>{label}</span>
    </Link>
  )
}
