import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { TextInput } from '../forms/text-field.tsx'

/** The line above a list, with its search box and filters. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className="mb-3 flex flex-wrap items-center gap-2">{children}</div>
}

export interface SearchBoxProps {
  readonly label: string
  readonly value: string | undefined
  /** Called when typing has paused for a quarter of a second. */
  readonly onChange: (value: string | undefined) => void
}

export function SearchBox({ label, value = '', onChange }: SearchBoxProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return undefined
    const pause = setTimeout(() => onChange(text || undefined), 250)
    return () => clearTimeout(pause)
    // Not on onChange, which is another function in each render.
  }, [text, value])
  return (
    <span className="relative min-w-40 flex-1 sm:max-w-64">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-muted"
      />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="pl-8"
      />
    </span>
  )
}
