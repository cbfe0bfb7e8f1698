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

/** A moment; its seconds and time zone in the tooltip. */
export function DateTime({ value }: ValueProps<string>) {
  if (!value) return <Nothing />
  return (
    <time dateTime={value} title={formatExact(value)} className="whitespace-nowrap">
      {formatDateTime(value)}
    </time>
  )
}

/** How long ago; the moment itself in the tooltip. As wide in a table as the longest: columns do not move as time passes. */
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
