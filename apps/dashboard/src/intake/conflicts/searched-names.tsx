import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/buttons/button.tsx'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { TextInput } from '../../components/forms/text-field.tsx'
import type { Check } from './check.tsx'

interface SearchedNamesProps {
  readonly names: Check['names']
  /** Without it, the names are read-only. */
  readonly onChange: ((opponents: string[]) => void) | undefined
}

const sources = { name: 'lead', company: 'company', opponent: 'opponent', description: 'description' } as const

/** The searched names, with a box for opponents. */
export function SearchedNames({ names, onChange }: SearchedNamesProps) {
  const [typed, setTyped] = useState('')
  const opponents = names.filter(({ from }) => from === 'opponent').map(({ name }) => name)
  function add() {
    const next = typed.trim()
    if (next === '') return
    setTyped('')
    if (!opponents.includes(next)) onChange?.([...opponents, next])
  }
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Searched names" className="flex flex-wrap gap-1.5">
        {names.map(({ name, from }) => (
          <li
            key={`${from} ${name}`}
            className="flex min-h-7 items-center gap-1 rounded-sm border border-line bg-subtle px-2"
          >
            <span className="wrap-anywhere">{name}</span>
            <span className="text-meta text-muted">{sources[from]}</span>
            {onChange && from === 'opponent' && (
              <IconButton
                label={`Remove ${name}`}
                size="sm"
                icon={<X className="size-3.5" />}
                onClick={() => onChange(opponents.filter((each) => each !== name))}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="text-meta text-muted">
        Names in the lead’s description, custom fields and metadata are searched too.
      </p>
      {onChange && (
        <div className="flex gap-2">
          <TextInput
            aria-label="Name of an opponent"
            placeholder="Company or person"
            maxLength={255}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
          />
          <Button icon={<Plus className="size-3.5" />} onClick={add}>
            {' '}
            Add name{' '}
          </Button>
        </div>
      )}
    </div>
  )
}
