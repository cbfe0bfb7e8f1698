// A plan without the refused nodes can look expensive enough that PostgreSQL compiles it for seconds, so `jit` is off too.
const planner = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((name) => `-c ${name}=off`)
  .join(' ')

/**
 * A connection string that keeps the planner from reading whole tables. A plan stays for the life of a connection, and
 * one from when a table was small reads all of it after it has grown, until the next ANALYZE.
 */
export function keyedAccess(url: string): string {
  const keyed = new URL(url)
  keyed.searchParams.set('options', [keyed.searchParams.get('options'), planner].filter(Boolean).join(' '))
  return keyed.href
}
