/** Where to go once signed in: an address on this server, `here`, never elsewhere. */
export function nextAddress(search: string, here: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  // Browsers read a backslash as a slash and ignore tabs: only their own parser gives the real address.
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  return url?.origin === here && !url.pathname.startsWith('/sign-in') ? url.href : `${here}/`
}

/** Opens the app. `replace`, so that Back does not lead to the form again. */
export const enter = () => location.replace(nextAddress(location.search, location.origin))
