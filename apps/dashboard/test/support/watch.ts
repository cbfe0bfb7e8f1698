import type { BrowserContext } from 'playwright-core'

/** What must not happen on any page. */
export interface Watch {
  /** Everything seen since the last call, as sentences, and forgets it. */
  take(): string[]
}

/** Notes errors in the console, violations of the content security policy and requests to another origin. */
export function watch(context: BrowserContext, origin: string): Watch {
  let seen: string[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(?:data|blob|about):/.test(url)) seen.push(`request to another origin: ${url}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 500) seen.push(`answer ${response.status()} to ${response.url()}`)
  })
  context.on('weberror', (error) => seen.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    // The browser itself says so of every 4xx, which pages deal with; a 5xx is noted above.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    seen.push(`console: ${message.text()} (${message.page()?.url() ?? ''})`)
  })
  return {
    take() {
      const taken = seen
      seen = []
      return taken
    },
  }
}
