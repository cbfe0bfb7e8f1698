/**
 * Adds the stack of the caller to the errors of a promise. Without it, the stack of a failed call ends in this package.
 */
export function callSite(): <T>(promise: Promise<T>) => Promise<T> {
  const site = new Error('call site')
  return (promise) =>
    promise.catch((error: unknown) => {
      const frames = site.stack?.slice(site.stack.indexOf('\n') + 1)
      if (error instanceof Error && frames) error.stack = `${error.stack ?? error.message}\n  from the call:\n${frames}`
      throw error
    })
}
