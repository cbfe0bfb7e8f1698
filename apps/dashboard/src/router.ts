import { createRouter } from '@tanstack/react-router'
import { basepath } from './environment.ts'
import { root } from './root-route.tsx'
import { developers } from './routes/developers.ts'
import { practice } from './routes/practice.ts'
import { settings } from './routes/settings.ts'
import { PageFailed } from './shell/page-failed.tsx'

/** All pages. */
const routeTree = root.addChildren([...practice, ...developers, ...settings])

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
