import { useMatches } from '@tanstack/react-router'
import { classNames } from '../../components/class-names.ts'
import { addressIn, environment } from '../../environment.ts'

const choices = [
  { id: 'live', label: 'Live' },
  { id: 'test', label: 'Test' },
] as const

/** To the same place in the other workspace; a record's page leads to its list, since its id belongs to one workspace. */
export function EnvironmentSwitch() {
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
