import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { stringsOf } from './voice/strings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = globSync('docs/user-guide/*.md', { cwd: root }).toSorted()
const sources = [...globSync('apps/dashboard/src/**/*.{ts,tsx}', { cwd: root }), 'apps/api/src/public/words-english.ts']
const texts = new Set(
  sources.flatMap((file) => stringsOf(file, readFileSync(root + file, 'utf8')).map(({ text }) => normal(text))),
)

/** Without the dots of a menu, and with the first letter large: `parts` is shown as "Parts". */
function normal(text: string): string {
  const words = text.replaceAll('…', '').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The parts of a label with a value in it: `Select all … matching`. */
const isShown = (label: string) => label.split('…').every((part) => part === '' || texts.has(normal(part)))

/**
 * The labels that a page names are bold, with → between pages. Bold text at the start of a list item is the heading of
 * the item, and a bold sentence is not a label.
 */
const labelsOf = (markdown: string) =>
  [...markdown.replaceAll(/^- \*\*[^*]+\*\*/gm, '').matchAll(/\*\*([^*]+)\*\*/g)]
    .flatMap(([, bold = '']) => bold.split(/ → /))
    .filter((label) => !label.endsWith('.'))

it.each(pages)('%s names buttons and fields as they are in the dashboard', (page) => {
  const labels = labelsOf(readFileSync(root + page, 'utf8'))
  expect(labels.filter((label) => !isShown(label))).toEqual([])
})
