import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './root.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  write(
    'vitest.config.ts',
    `import { limits } from '${root}test-run/limits.ts'
     import { skippedTests } from '${root}test-run/skipped-tests.ts'
     const { exclude } = limits
     export default { test: { exclude, reporters: [skippedTests, 'default'], isolate: false, maxWorkers: 1, experimental: { viteModuleRunner: false } } }`,
  )
  write('quick.test.ts', `import { it } from 'vitest'\nit('passes', () => {})`)
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** The last step of a script of the root's package.json, and the summary of vitest. */
function run(script: string) {
  const command = scripts[script]?.split(' && ').at(-1) ?? ''
  const { WITHOUT_SLOW_TESTS: _outer, ...env } = process.env
  const { status, stdout } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1', PATH: `${join(root, 'node_modules/.bin')}:${env['PATH']}` },
  })
  const [, tests = ''] = /^ +Tests +(.*)$/m.exec(stdout) ?? []
  return { status, tests, stdout }
}

it('a failed test fails the run, even if it would pass when run again', () => {
  write(
    'late.test.ts',
    `import { existsSync, writeFileSync } from 'node:fs'
     import { it } from 'vitest'
     it('passes later', () => {
       if (existsSync('seen')) return
       writeFileSync('seen', '')
       throw new Error('not yet')
     })`,
  )
  expect(run('test')).toMatchObject({ status: 1, tests: '1 failed | 1 passed (2)' })
})

it('an error outside of a test fails the run', () => {
  write(
    'outside.test.ts',
    `import { it } from 'vitest'\nit('passes', () => { void Promise.reject(new Error('lost')) })`,
  )
  expect(run('test').status).toBe(1)
})

it('every test file is run by either test or test:all, and skipped tests are listed', () => {
  write('first.slow.test.ts', `import { it } from 'vitest'\nit('is slow', () => {})\nit.skip('needs Redis', () => {})`)
  write('second.slow.test.ts', `import { it } from 'vitest'\nit('is slow, too', () => {})`)
  expect(run('test')).toMatchObject({ status: 0, tests: '1 passed (1)' })
  const all = run('test:all')
  expect(all).toMatchObject({ status: 0, tests: '2 passed | 1 skipped (3)' })
  expect(all.stdout).toContain('skipped: first.slow.test.ts > needs Redis\n')
})
