import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Panel } from '../components/page/panel.tsx'

export interface Step {
  readonly name: string
  readonly label: string
  readonly link: LinkProps
}

interface ChecklistProps {
  readonly title: string
  readonly steps: readonly Step[]
  readonly done: Readonly<Record<string, boolean>>
  /** Content below a step, such as instructions. */
  readonly below?: (name: string) => ReactNode
}

/** The first steps. The list disappears when all are done. */
export function Checklist({ title, steps, done, below }: ChecklistProps) {
  const left = steps.filter(({ name }) => !done[name])
  if (left.length === 0) return null
  return (
    <Panel title={title} description={`${steps.length - left.length} of ${steps.length} done`}>
      <ol className="flex flex-col gap-2">
        {steps.map(({ name, label, link }) => (
          <li key={name} className="flex flex-col gap-2 text-table">
            <span className="flex items-center gap-2">
              {done[name] ? (
                <Check role="img" aria-label="Done" className="size-4 text-ok" />
              ) : (
                <Circle role="img" aria-label="To do" className="size-4 text-muted" />
              )}
              {done[name] ? (
                <span className="text-muted line-through">{label}</span>
              ) : (
                <Link {...link} className="link">
                  {label}
                </Link>
              )}
            </span>
            {below?.(name)}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
