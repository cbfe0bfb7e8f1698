import { titled } from '../values/formats.ts'

interface SegmentsProps<V extends string> {
  readonly label: string
  readonly choices: readonly V[]
  /** Undefined if none is chosen. */
  readonly value: V | undefined
  readonly onChange: (value: V) => void
}

/** Chooses one of a few views. */
export function Segments<V extends string>({ label, choices, value, onChange }: SegmentsProps<V>) {
  return (
    <div role="group" aria-label={label} className="flex rounded-sm bg-hover p-0.5">
      {choices.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
          className="focus-inset h-7 rounded-[5px] px-3 text-table font-medium text-muted hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:outline aria-pressed:outline-line touch:h-10"
        >
          {titled(each)}
        </button>
      ))}
    </div>
  )
}
