/** The page after the sign-in, which is always on this server (`here`). */
export function nextAddress(search: string, here: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  // Browsers read a backslash as a slash and ignore tabs, so only their parser returns the real address.
  const url = URL.canParse(next, here) ? new URL(next, here) : undefined
  return url?.origin === here && !url.pathname.startsWith('/sign-in') ? url.href : `${here}/`
}

/** Opens the app. `replace` keeps the form out of the browser's history. */
export const enter = () => location.replace(nextAddress(location.search, location.origin))
