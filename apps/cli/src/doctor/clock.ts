import { float } from '@matterbase/db'
import { ok, problem, warning } from './finding.ts'
import type { Check, Outcome } from './finding.ts'

/** Receivers refuse signatures that are five minutes off, and sign-in codes are good for half a minute. */
const limits = { warning: 2, problem: 30 }

export const checkClock: Check = async ({ db }) => {
  const before = Date.now()
  const [row] = await db.rows({ seconds: float })`SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds`
  const here = (before + Date.now()) / 2_000
  return [judgeSkew((row?.seconds ?? Number.NaN) - here)]
}

/** @param apart seconds, either way. */
export function judgeSkew(apart: number): Outcome {
  const skew = Math.abs(apart)
  const found = `this machine and PostgreSQL are ${skew.toFixed(1)} s apart`
  const todo = 'synchronise the clocks of both machines with NTP'
  if (skew < limits.warning) return ok(found)
  return skew < limits.problem ? warning(found, todo) : problem(found, todo)
}
