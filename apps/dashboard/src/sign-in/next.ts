/** Where to go once signed in: a path on this server, never elsewhere. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  return /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/'
}
