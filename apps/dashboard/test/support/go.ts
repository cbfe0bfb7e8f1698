import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { Page } from 'playwright-core'

/** What React keeps of a component. */
interface Fiber {
  readonly memoizedProps: { readonly client?: QueryClient; readonly router?: AnyRouter } | null
  readonly child: Fiber | null
}

/**
 * Goes to an address within the app, for a third of what it takes to load it: by way of an address that nothing is at,
 * without notices, and with nothing left of what was answered before. Where the app does not stand open in that
 * workspace, the address is loaded.
 */
export async function go(page: Page, address: string): Promise<void> {
  const isThere = await page.evaluate(async (address) => {
    const root = document.querySelector('#root')
    if (!root) return false
    const { pathname, search, hash } = new URL(address, location.href)
    const workspaceOf = (path: string) => (/^\/test(?:\/|$)/.test(path) ? '/test' : '')
    if (workspaceOf(pathname) !== workspaceOf(location.pathname)) return false
    const [, held] = Object.entries(root).find(([name]) => name.startsWith('__reactContainer$')) ?? []
    let client: QueryClient | undefined
    let router: AnyRouter | undefined
    for (let fiber = held as Fiber | null; fiber && !router; fiber = fiber.child) {
      client ??= fiber.memoizedProps?.client
      router = fiber.memoizedProps?.router
    }
    if (!client || !router) return false
    const { history, subscribe } = router
    const show = async (path: string, how: 'push' | 'replace') => {
      const shown = Promise.withResolvers<void>()
      const forget = subscribe('onResolved', () => shown.resolve())
      history[how](path, undefined, { ignoreBlocker: true })
      await shown.promise
      forget()
    }
    await show(`${workspaceOf(pathname)}/nowhere`, 'push')
    for (const button of document.querySelectorAll<HTMLElement>('[aria-label=Dismiss]')) button.click()
    client.removeQueries({ type: 'inactive' })
    await client.invalidateQueries({ refetchType: 'none' })
    await show(`${pathname}${search}${hash}`, 'replace')
    // What all pages have, and what this one has asked for.
    await client.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false })
    return true
  }, address)
  if (!isThere) await page.goto(address)
}
