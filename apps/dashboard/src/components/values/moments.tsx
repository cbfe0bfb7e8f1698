import { formatDate, formatDateTime, formatExact, formatHours, formatMoney, formatRelative } from './formats.ts'

interface ValueProps<T> {
  readonly value: T | null | undefined
}

const Nothing = () => <span className="text-muted">–</span>

interface MoneyProps extends ValueProps<number> {
  /** Default: the firm's. */
  readonly currency?: string | null | undefined
}

export function Money({ value, currency }: MoneyProps) {
  return value == null ? <Nothing /> : <span className="tabular-nums">{formatMoney(value, currency)}</span>
}

export function Duration({ value }: ValueProps<number>) {
  return value == null ? <Nothing /> : <span className="tabular-nums">{formatHours(value)}</span>
}

/** A calendar date. */
export function DateOnly({ value }: ValueProps<string>) {
  return value ? (
    <time dateTime={value} className="whitespace-nowrap">
      {formatDate(value)}
    </time>
  ) : (
    <Nothing />
  )
}

/** A date and time, with seconds and time zone as tooltip. */
export function DateTime({ value }: ValueProps<string>) {
  if (!value) return <Nothing />
  return (
    <time dateTime={value} title={formatExact(value)} className="whitespace-nowrap">
      {formatDateTime(value)}
    </time>
  )
}

/** A relative time, with the exact time as tooltip. In tables it has a fixed width, so that columns do not move. */
export function Ago({ value }: ValueProps<string>) {
  if (!value) return <Nothing />
  return (
    <time
      dateTime={value}
      title={formatExact(value)}
      className="whitespace-nowrap in-[td]:inline-block in-[td]:min-w-[13ch]"
    >
      {formatRelative(value)}
    </time>
  )
}
