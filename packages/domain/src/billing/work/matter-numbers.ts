import { orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { nextNumberOf } from '../../core/numbers/give-numbers.ts'
import { patternProblem } from '../../core/numbers/number-pattern.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { records } from './record-kinds.ts'

interface MatterNumbers {
  readonly pattern: string | null
  /** The number of the next matter. */
  readonly next: string | null
}

/**
 * The pattern of matter numbers, and the number of the next matter.
 *
 * @param tried a pattern instead of the one that is set. @throws RefusedError when it cannot be used.
 */
export async function matterNumbers(sql: Sql, workspaceId: number, tried?: string): Promise<MatterNumbers> {
  const pattern = tried?.trim() || (await patternOf(sql, workspaceId))
  if (pattern === null) return { pattern, next: null }
  requirePattern(pattern)
  return { pattern, next: (await nextNumberOf(sql, workspaceId, records.matters.writable, pattern)) ?? null }
}

async function patternOf(sql: Sql, workspaceId: number): Promise<string | null> {
  const [row] = await sql.rows({ matter_numbers: orNull(text) })`
    SELECT matter_numbers FROM workspaces WHERE id = ${workspaceId}`
  return row?.matter_numbers ?? null
}

function requirePattern(pattern: string) {
  const problem = patternProblem(pattern)
  if (problem !== undefined) throw invalid('pattern', 'invalid_format', problem)
}

/** Sets the pattern. Matters keep the numbers that they have, and counts continue. */
export const setMatterNumbers = verb({
  allow: ['settings:write'],
  async run({ sql, workspaceId }, _actor, pattern: string | null) {
    if (pattern !== null) requirePattern(pattern)
    const before = await patternOf(sql, workspaceId)
    await sql.run`UPDATE workspaces SET matter_numbers = ${pattern} WHERE id = ${workspaceId}`
    return { before, after: await matterNumbers(sql, workspaceId) }
  },
  action: 'matter_numbers.updated',
  note: (pattern, { before }) => ({ target: 'matter numbers', details: { from: before, to: pattern } }),
})
