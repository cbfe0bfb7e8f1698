import { readFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './root.ts'

const helper = 'packages/db/src/shares/hold.ts'

/** A listener for the end of a connection. On one that has ended before, it never runs. */
const bare =
  /\.(?:on|once|addListener|prependListener)\(\s*'(?:close|aborted)'|addEventListener\(\s*'abort'|\bonce\(\s*\w+,\s*'close'/

it('listens for the end of a connection in one place only, which knows connections that have ended before', () => {
  const files = globSync(['apps/api/src/**/*.ts', 'apps/worker/src/**/*.ts', 'packages/{db,domain}/src/**/*.ts'], {
    cwd: root,
  })
  expect(files).toContain(helper)
  const found = files.filter((file) => file !== helper && bare.test(readFileSync(join(root, file), 'utf8')))
  expect(found, `use whenGone or holdFor of ${helper}`).toEqual([])
})
