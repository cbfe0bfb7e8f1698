/** An error in words for people. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  // PostgreSQL's undefined_table.
  if (code === '42P01') return 'The database has no tables yet: run "matterbase migrate" first'
  if (error instanceof AggregateError) return explain(error.errors[0] ?? code)
  return error.message.trim() || code || error.name
}
