import { quantile } from '../steady.ts'

/** What the second account met, in milliseconds. */
export interface Measured {
  me: number[]
  deliveries: number[]
  /** Requests and events that went wrong or never came. */
  failures: number
}

const targets = { me: 250, delivery: 2_000 }

export const head = `${'ms'.padEnd(36)} me p50    p99    max ev. p50   max`

const ms = (value: number) => `${Math.round(value)}`.padStart(7)

/** Prints a line of the table; answers whether all is within the targets. */
export function report(name: string, { me, deliveries, failures }: Measured): boolean {
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => quantile(me, part)) as [number, number, number]
  const slowest = deliveries.length > 0 ? Math.max(...deliveries) : Number.NaN
  const above = [
    ...(p99 <= targets.me ? [] : ['GET /me']),
    ...(slowest <= targets.delivery ? [] : ['deliveries']),
    ...(failures === 0 ? [] : [`${failures} failed`]),
  ]
  const verdict = above.length === 0 ? 'within' : `ABOVE: ${above.join(', ')}`
  console.log(
    `${name.padEnd(36)}${ms(p50)}${ms(p99)}${ms(most)}${ms(quantile(deliveries, 0.5))}${ms(slowest)}  ${verdict}`,
  )
  return above.length === 0
}
