import { Link } from '@tanstack/react-router'
import { useCan } from '../api/session.ts'
import { Brand } from '../components/brand.tsx'
import { classNames } from '../components/class-names.ts'
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
  return (
    <nav aria-label="Main" className="flex h-full flex-col overflow-y-auto px-2 pb-2 [scrollbar-width:thin]">
      <div className={classNames('flex h-12 shrink-0 items-center gap-2 px-1', !isDrawer && 'max-lg:justify-center')}>
        <Brand />
        <span className={classNames('min-w-0 truncate text-table font-semibold', !isDrawer && 'max-lg:hidden')}>
          Matterbase
        </span>
      </div>
      {navigation.map(({ label, entries }, index) => {
        const allowed = entries.filter(({ permission }) => can(permission))
        if (allowed.length === 0) return null
        return (
          <div key={label} className="mt-2 first-of-type:mt-0">
            <p
              aria-hidden="true"
              className={classNames('px-2 pb-1 text-meta font-medium text-muted', !isDrawer && 'max-lg:hidden')}
            >
              {label}
            </p>
            <ul aria-label={label} className="flex flex-col gap-px">
              {allowed.map((entry) => (
                <li key={entry.to}>
                  <SidebarLink entry={entry} isMain={index === 0} isDrawer={isDrawer} onLeave={onLeave} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

interface SidebarLinkProps {
  /** True if the entry is in the first group, which is darker. */
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
        'focus-inset flex h-6.5 items-center gap-2.5 rounded-sm px-2 text-table transition-colors hover:bg-hover hover:text-ink data-[status=active]:bg-hover data-[status=active]:font-medium data-[status=active]:text-ink touch:h-11',
        isMain ? 'text-ink' : 'text-muted',
        !isDrawer && 'max-lg:justify-center',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      <span className={isDrawer ? 'truncate' : 'truncate max-lg:sr-only'}>{label}</span>
    </Link>
  )
}
