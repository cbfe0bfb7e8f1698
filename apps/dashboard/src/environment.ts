/** The workspace of the page: `/matters` is live, `/test/matters` is test. */
export const environment: 'live' | 'test' = /^\/test(?:\/|$)/.test(location.pathname) ? 'test' : 'live'

export const isTest = environment === 'test'

/** The prefix of the router's addresses. */
export const basepath = isTest ? '/test' : '/'

/** The address of a path in a workspace. */
export function addressIn(target: 'live' | 'test', path: string): string {
  return target === 'test' ? `/test${path === '/' ? '' : path}` : path
}
