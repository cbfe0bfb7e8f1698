import type { Tone } from './status-badge.tsx'

interface BarPart {
  readonly name: string
  readonly tone: Tone
}

interface Bar {
  readonly label: string
  /** One value for each part, in their order. */
  readonly values: readonly number[]
}

export interface BarsProps {
  /** For example "Deliveries in the last 24 hours". */
  readonly title: string
  readonly parts: readonly BarPart[]
  readonly bars: readonly Bar[]
  /** Default 64 px. */
  readonly height?: number
}

const fills: Readonly<Record<Tone, string>> = {
  neutral: 'fill-control',
  accent: 'fill-accent',
  ok: 'fill-ok',
  warn: 'fill-warn',
  bad: 'fill-bad',
  test: 'fill-test',
}

/** Stacked bars, with the same figures in a table for screen readers. */
export function Bars({ title, parts, bars, height = 64 }: BarsProps) {
  const sums = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
  const top = Math.max(1, ...sums)
  const step = 100 / Math.max(1, bars.length)
  return (
    <figure className="min-w-0">
      <svg
        aria-hidden="true"
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        className="w-full"
        style={{ height }}
      >
        <line
          x1="0"
          x2="100"
          y1={height - 0.5}
          y2={height - 0.5}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        {bars.map(({ label, values }, index) =>
          segments(values, height - 1, top).map(({ y, size }, part) => (
            <rect
              key={`${label} ${parts[part]?.name ?? ''}`}
              x={index * step + step * 0.12}
              width={step * 0.76}
              y={y}
              height={size}
              className={fills[parts[part]?.tone ?? 'neutral']}
            >
              <title>{`${label}: ${values[part] ?? 0} ${parts[part]?.name ?? ''}`}</title>
            </rect>
          )),
        )}
      </svg>
      <BarTable {...{ title, parts, bars }} />
    </figure>
  )
}

function segments(values: readonly number[], height: number, top: number) {
  let y = height
  return values.map((value) => {
    const size = (value / top) * height
    y -= size
    return { y, size }
  })
}

function BarTable({ title, parts, bars }: Pick<BarsProps, 'title' | 'parts' | 'bars'>) {
  return (
    // A table ignores its height, so a box limits it.
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {parts.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {parts.map(({ name }, part) => (
                <td key={name}>{values[part] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
