import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)

/** Files of the repository that a page names: with a folder and an ending, between backticks. */
const filesIn = (text: string) =>
  [...text.matchAll(/`((?:\.ci|[a-z-]+)\/[\w./-]+\.\w+)`/g)].flatMap(([, path]) => (path === undefined ? [] : [path]))

const pageOf = (name: string) => readFileSync(new URL(`docs/${name}`, root), 'utf8')

const threatModel = ['internals/threat-model.md', 'internals/threat-model-server.md'].map(pageOf).join('\n')

it('the threat model names only files that exist', () => {
  const files = filesIn(threatModel)
  expect(files.filter((path) => path.endsWith('.test.ts')).length).toBeGreaterThan(30)
  expect(files.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

it.each(['self-host/security.md', 'internals/owasp.md', 'internals/dependencies.md'])(
  'docs/%s names only files that exist',
  (name) => {
    expect(filesIn(pageOf(name)).filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  },
)

it('names a test for each threat', () => {
  const rows = threatModel.split('\n').filter((line) => line.startsWith('|') && !/^\| *(?:Threat|-+) /.test(line))
  expect(rows.length).toBeGreaterThan(40)
  for (const row of rows) expect(filesIn(row), row).not.toEqual([])
})

it.each(['docs/self-host/security.md', 'SECURITY.md'])('every link of %s leads to a file', (page) => {
  const at = new URL(page, root)
  const targets = [...readFileSync(at, 'utf8').matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target)
  expect(targets.length).toBeGreaterThan(1)
  for (const target of targets) expect(existsSync(fileURLToPath(new URL(target, at))), target).toBe(true)
})
