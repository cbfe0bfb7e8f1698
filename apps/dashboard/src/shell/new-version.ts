const key = 'reloaded-at'
const pauseMs = 10_000

/**
 * After an upgrade of the server the parts that this page would still load are gone: it is loaded anew. Once in a
 * while only, so that a part that is truly missing ends in an error and not in a circle.
 */
export function reloadForNewVersions() {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return
    sessionStorage.setItem(key, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
