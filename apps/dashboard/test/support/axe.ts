import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
interface Looked {
  /** True where the menu and the bar that all pages have are looked at too. They are, once, with the first of every page. */
  readonly withFrame?: boolean
}

/** What axe finds wrong with the page as it is now, a line for each element; none is what it should be. */
export async function axe(page: Page, { withFrame = false }: Looked = {}): Promise<string[]> {
  // Not with every page that loads: to read it takes longer than most pages.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  await settled(page)
  const found = await page.evaluate<AxeResults['violations']>(`
    const frame = [...document.querySelectorAll('header:has(+ #page), aside:has(+ * > #page)')]
    axe.run(${withFrame} ? document : { include: [document.documentElement], exclude: frame }, {
      runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'], preload: false,
    }).then(({ violations }) => violations)`)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
  )
}

/** Colours are judged once nothing fades in or out any more. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      // What fades to the colours of another scheme begins with the next frame, and what inherits them when its parent has
      // faded. Where scripts are off, no frame is called.
      if (matchMedia('(scripting: enabled)').matches)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      // What turns for ever, such as the sign of being at work, is not waited for.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      if (ending.length === 0) return
      await Promise.allSettled(ending.map((animation) => animation.finished))
    }
  })
}
