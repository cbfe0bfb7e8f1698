import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface Tab {
  readonly id: string
  readonly label: string
  readonly count?: number | undefined
  readonly content: ReactNode
}

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** The open tab, from a search parameter. Default: the first. */
  readonly value?: string | undefined
  readonly onChange?: (id: string) => void
}

const tabStyle =
  'focus-inset flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-1 text-table font-medium text-muted hover:text-ink data-active:border-accent data-active:text-ink touch:h-11'

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const chosen = tabs.find(({ id }) => id === value)?.id ?? tabs[0]?.id ?? ''
  return (
    <Base.Root value={chosen} onValueChange={(id) => onChange?.(String(id))}>
      <div className="border-b border-line">
        <Base.List aria-label={label} className="-mb-px flex gap-5 overflow-x-auto">
          {tabs.map(({ id, label, count }) => (
            <Base.Tab key={id} value={id} className={tabStyle}>
              {label}
              {count !== undefined && <span className="font-normal text-muted tabular-nums">{count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
      </div>
      {tabs.map(({ id, content }) => (
        <Base.Panel key={id} value={id} className="pt-4">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
