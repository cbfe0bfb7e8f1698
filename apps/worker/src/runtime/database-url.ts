const planner = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'].map((name) => `-c ${name}=off`).join(' ')

/**
 * A connection string whose statements go by key. The sender's statements stay planned for as long as
 * a connection lives, and those planned while the tables were small would read them whole when they
 * have grown, until PostgreSQL gathers its statistics.
 */
export function keyedAccess(url: string): string {
  const keyed = new URL(url)
  keyed.searchParams.set('options', [keyed.searchParams.get('options'), planner].filter(Boolean).join(' '))
  return keyed.href
}
