import { Button } from '../../buttons/button.tsx'
import type { TypedKind } from './typed-kind.ts'
import { isUnreadable, typedText } from './typed-value.ts'

/** The error of a value that cannot be read. Otherwise undefined. */
export function problemOf(value: string, kind: TypedKind) {
  if (!isUnreadable(value)) return undefined
  const reading = kind.read(typedText(value))
  return reading.value === undefined ? reading : undefined
}

interface ReadingButtonsProps {
  readonly value: string
  readonly kind: TypedKind
  readonly onValue: (value: string) => void
}

/** A button for each way in which a value can be read. */
export function ReadingButtons({ value, kind, onValue }: ReadingButtonsProps) {
  const readings = problemOf(value, kind)?.readings ?? []
  if (readings.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1.5">
      {readings.map((reading) => (
        <Button key={reading} size="sm" onClick={() => onValue(reading)}>
          {kind.say(reading)}
        </Button>
      ))}
    </span>
  )
}
