const key = 'reloaded-at'
const pauseMs = 10_000

/**
 * After an upgrade of the server the files that this page would still load are gone: it is reloaded. At most once
 * in a while, so that a file that is really missing leads to an error and not to a loop.
 */
export function reloadForNewVersion() {
  if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
