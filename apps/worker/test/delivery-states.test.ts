import { readFile } from 'node:fs/promises'
import { glob } from 'node:fs/promises'
import { expect, it } from 'vitest'

const src = new URL('../src/', import.meta.url).pathname

it('no SQL outside of src/deliveries names a state of a delivery', async () => {
  const found: string[] = []
  // Emails have states of their own.
  for await (const file of glob('**/*.ts', { cwd: src, exclude: ['deliveries/**', 'mail/**'] })) {
    const code = await readFile(src + file, 'utf8')
    const named =
      /(?<!replay\.)\bstatus\b\W*(?:=|<>|\bIN\b|\bTHEN\b)[^=>]*'(?:pending|queued|sending|delivered|failed|blocked|held|cancelled)'/i
    if (named.test(code)) found.push(file)
  }
  expect(found).toEqual([])
})
