import type { Page } from 'playwright-core'

/** How far the contents of a page are moved while it loads, as the browser counts it. */
export async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading]'))
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        // What is buffered comes at once; what moves late, within the second.
        setTimeout(() => resolve(sum), 1_000)
      }),
  )
}

/** Milliseconds from a press on a link of the sidebar until its page is drawn, and of two frames without one. */
export const routeChange = (page: Page, name: string) =>
  page.evaluate(async (label) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser runs this function without the scope around it
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const empty = performance.now()
    await frame()
    await frame()
    const started = performance.now()
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Main] a')]
    const link = links.find((one) => one.textContent?.trim() === label)
    if (!link) throw new Error(`No link ${label}`)
    link.click()
    do await frame()
    while (document.querySelector('h1')?.textContent !== label)
    await frame()
    return { change: performance.now() - started, frame: started - empty }
  }, name)

/** Milliseconds that the page itself needs to fetch an address, with nothing to show. */
export const fetchTime = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const started = performance.now()
    const answer = await fetch(address)
    await answer.text()
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
    return performance.now() - started
  }, path)
