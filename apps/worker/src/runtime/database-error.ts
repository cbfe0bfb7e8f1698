/** Whether a statement would fail again the same way: bad data or a bad statement, not a database that is away. */
export function isPermanent(error: unknown): boolean {
  const state = sqlState(error)
  return state !== null && /^(?:22|23|42|54|0A)\w{3}$/.test(state)
}

function sqlState(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
