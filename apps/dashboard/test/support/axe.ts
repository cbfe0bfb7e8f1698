import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// The browser then knows the script again, and need not compile it anew, which it does for what Playwright evaluates.
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: source })
  await session.detach()
}

interface Looked {
  /** True where the menu and the bar that all pages have are looked at too. They are, once, with the first of every page. */
  readonly withFrame?: boolean
}

/**
 * What axe finds wrong with the page as it is now, a line for each element; none is what it should be. Every window asks
 * for less motion: what moves or fades all the same is wrong, too, and would be judged by colours that do not stay.
 */
export async function axe(page: Page, { withFrame = false }: Looked = {}): Promise<string[]> {
  const found = await look(page, withFrame)
  if (found) return found
  // Not with every page that loads: to read it takes longer than most pages.
  await load(page)
  return (await look(page, withFrame)) ?? ['axe could not be loaded']
}

const look = (page: Page, withFrame: boolean) =>
  page.evaluate(
    async ([tags, withFrame]) => {
      const { axe } = window as { axe?: typeof Axe }
      if (!axe) return undefined
      const moving = document.getAnimations().map(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        return `moves: ${target?.outerHTML.slice(0, 200)}`
      })
      const exclude = [...document.querySelectorAll('header:has(+ #page), aside:has(+ * > #page)')]
      const { violations } = await axe.run(withFrame ? document : { include: [document.documentElement], exclude }, {
        runOnly: tags,
        resultTypes: ['violations'],
        preload: false,
      })
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      )
      return [...moving, ...faults]
    },
    [tags, withFrame] as const,
  )
