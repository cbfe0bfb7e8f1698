import { createRouter } from '@tanstack/react-router'
import { basepath } from './environment.ts'
import { routeTree } from './routes/index.ts'
import { PageFailed } from './shell/page-failed.tsx'

/** Parameters are plain texts: `?status=On+Hold&cursor=abc`. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    if (typeof value === 'string' && value !== '') params.set(name, value)
  return params.size > 0 ? `?${params}` : ''
}

export const router = createRouter({
  routeTree,
  basepath,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  scrollToTopSelectors: ['#page'],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
