import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)

/** Files of the repository that a page names: with a folder and an ending, between backticks. */
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:\.ci|[a-z-]+)\/[\w./-]+\.\w+)`/g)].flatMap(([, path]) => (path === undefined ? [] : [path]))

it('names only files that exist', () => {
  const text = readFileSync(new URL('docs/security.md', root), 'utf8')
  const files = filesIn(text)
  expect(files.filter((path) => path.endsWith('.test.ts')).length).toBeGreaterThan(30)
  expect(files.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

it('names a test for each threat', () => {
  const text = readFileSync(new URL('docs/security.md', root), 'utf8')
  const threats = text.split('## Threats')[1]?.split('\n## ')[0] ?? ''
  const rows = threats
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows) expect(filesIn(row), row).not.toEqual([])
})

it.each(['docs/security.md', 'SECURITY.md'])('every link of %s leads to a file', (page) => {
  const at = new URL(page, root)
  const targets = [...readFileSync(at, 'utf8').matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(1)
  for (const target of targets) expect(existsSync(fileURLToPath(new URL(target, at))), target).toBe(true)
})
