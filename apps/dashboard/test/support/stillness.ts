import type { Page } from 'playwright-core'

/** In what order the answers come that a page asked for: as it asked, or the other way round. */
export type Order = 'first asked first' | 'last asked first'

interface Stillness {
  readonly moved: string[]
  readonly held: (() => Promise<void>)[]
  readonly asked: Set<string>
}

declare global {
  interface Window {
    stillness: Stillness
  }
}

/**
 * From its next load on, the page notes whatever moves without anybody having done anything, and the
 * answers with its data are held back.
 */
export const holdAnswers = (page: Page) =>
  page.addInitScript(() => {
    const stillness: Stillness = { moved: [], held: [], asked: new Set() }
    window.stillness = stillness
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const box = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`
    const name = (node?: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      return element ? `<${element.localName}> ${element.textContent?.slice(0, 30)}` : 'something'
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          for (const { node, previousRect, currentRect } of sources)
            stillness.moved.push(`${name(node)}: ${box(previousRect)} → ${box(currentRect)} (${value.toFixed(4)})`)
    }).observe({ type: 'layout-shift', buffered: true })

    const ask = window.fetch.bind(window)
    window.fetch = async (input, init) => {
      const { pathname, href } = new URL(input instanceof Request ? input.url : String(input), location.href)
      const isData = pathname.startsWith('/dash/v1/') && !pathname.endsWith('/session')
      if (!isData || (init?.method ?? 'GET') !== 'GET') return ask(input, init)
      // What asks again gets no answer: what happens later may show, and move what is there.
      if (stillness.asked.has(href)) return new Promise(() => {})
      stillness.asked.add(href)
      const answered = Promise.withResolvers<void>()
      await new Promise<void>((release) => {
        stillness.held.push(() => {
          release()
          return answered.promise
        })
      })
      try {
        const answer = await ask(input, init)
        return new Response(await answer.arrayBuffer(), answer)
      } finally {
        answered.resolve()
      }
    }
  })

/** Lets the answers come, one by one, each after the page has dealt with the one before; what moved meanwhile. */
export const releaseAnswers = (page: Page, order: Order = 'first asked first') =>
  page.evaluate(async (isForward) => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }))
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const shown = async () => {
      for (let turn = 0; turn < 2; turn++) {
        await idle()
        await frame()
      }
    }
    const { held, moved } = window.stillness
    const isLoading = () =>
      !document.querySelector('h1') || document.querySelector('[role=status][aria-label=Loading]') !== null
    await shown()
    do {
      await (isForward ? held.shift() : held.pop())?.()
      await shown()
    } while (held.length > 0 || isLoading())
    return moved.splice(0)
  }, order === 'first asked first')
