/** The workspace in use. It stands in the address: `/matters` is live, `/test/matters` is test. */
export const environment: 'live' | 'test' = /^\/test(?:\/|$)/.test(location.pathname) ? 'test' : 'live'

export const isTest = environment === 'test'

/** What the router's addresses are below. */
export const basepath = isTest ? '/test' : '/'

/** The same path in one of the workspaces; changing workspaces loads the page anew. */
export function addressIn(target: 'live' | 'test', path: string): string {
  return target === 'test' ? `/test${path === '/' ? '' : path}` : path
}
