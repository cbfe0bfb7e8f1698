import { useState } from 'react'
import { CopyButton } from '../buttons/copy-button.tsx'
import { classNames } from '../class-names.ts'

export interface SnippetTab {
  /** `curl`, `SDK`, `CLI` */
  readonly label: string
  readonly code: string
}

export interface SnippetProps {
  readonly tabs: readonly SnippetTab[]
  /** The box's name for screen readers. Default "Code". */
  readonly label?: string
}

/** Code to copy. It must run unchanged. */
export function Snippet({ tabs, label = 'Code' }: SnippetProps) {
  const [chosen, choose] = useState(tabs[0]?.label)
  const tab = tabs.find((tab) => tab.label === chosen) ?? tabs[0]
  if (!tab) return null
  return (
    <div
      role="group"
      aria-label={label}
      className="min-w-0 overflow-hidden rounded-md border border-line bg-subtle text-left"
    >
      <div className="flex h-9 items-center gap-1 border-b border-line pr-1.5 pl-1.5">
        {tabs.map(({ label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={label === tab.label}
            onClick={() => choose(label)}
            className={classNames(
              'focus-inset h-6 rounded-[5px] px-2 text-meta font-medium touch:h-9',
              label === tab.label ? 'bg-hover text-ink' : 'text-muted hover:text-ink',
            )}
          >
            {label}
          </button>
        ))}
        <span className="flex-1" />
        <CopyButton text={tab.code} what={`${tab.label} code`} className="" />
      </div>
      <pre
        data-snippet={tab.label}
        tabIndex={0}
        className="focus-inset overflow-x-auto px-3 py-2.5 font-mono text-meta leading-5 text-ink"
      >
        {tab.code}
      </pre>
    </div>
  )
}
