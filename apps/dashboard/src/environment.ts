/** The workspace in use, from the address: `/matters` is live, `/test/matters` is test. */
export const environment: 'live' | 'test' = /^\/test(?:\/|$)/.test(location.pathname) ? 'test' : 'live'

export const isTest = environment === 'test'

/** The prefix of the router's addresses. */
export const basepath = isTest ? '/test' : '/'

/** The same path in one of the workspaces; changing workspaces reloads the page. */
export function addressIn(target: 'live' | 'test', path: string): string {
  return target === 'test' ? `/test${path === '/' ? '' : path}` : path
}
