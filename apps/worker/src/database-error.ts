/** Whether a statement would fail again the same way: bad data or a bad statement, not a database that is away. */
export function isPermanent(error: unknown): boolean {
  const state = sqlState(error)
  return state !== null && /^(22|23|42|54|0A)/.test(state)
}

function sqlState(error: unknown): string | null {
  const found = /\bCode: `(\w{5})`/.exec(error instanceof Error ? error.message : '')
  return found?.[1] ?? null
}
