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
     import { Summary } from '${root}test-run/summary.ts'
     const { exclude } = limits
     export default { test: { exclude, reporters: [new Summary()], isolate: false, maxWorkers: 1, experimental: { viteModuleRunner: false } } }`,
  )
  write('quick.test.ts', `import { it } from 'vitest'\nit('passes', () => {})`)
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

/** Passes only if it is run again. */
const failsAtFirst = `
  import { existsSync, writeFileSync } from 'node:fs'
  import { it } from 'vitest'
  it('passes later', () => {
    if (existsSync('seen')) return
    writeFileSync('seen', '')
    throw new Error('not yet')
  })`

const fails = (name: string) => `import { it } from 'vitest'\nit('is ${name}', () => { throw new Error('${name}') })`

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** The last step of a script of the root's package.json. */
function run(script: string) {
  const command = scripts[script]?.split(' && ').at(-1) ?? ''
  const { WITHOUT_SLOW_TESTS: _outer, ...env } = process.env
  const { status, stdout } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1', PATH: `${join(root, 'node_modules/.bin')}:${env['PATH']}` },
  })
  return { status, lines: stdout.trim().split('\n') }
}

it('a failed test fails the run, even if it would pass when run again', () => {
  write('late.test.ts', failsAtFirst)
  const { status, lines } = run('test')
  expect(lines.slice(-3)).toEqual([
    'failed: late.test.ts > passes later',
    '    not yet',
    '1 passed, 1 failed, 0 skipped',
  ])
  expect(status).toBe(1)
})

it('an error outside of a test fails the run', () => {
  write(
    'outside.test.ts',
    `import { it } from 'vitest'\nit('passes', () => { void Promise.reject(new Error('lost')) })`,
  )
  expect(run('test')).toMatchObject({ status: 1, lines: expect.arrayContaining(['2 passed, 1 failed, 0 skipped']) })
})

it('every test file is run by either test or test:all', () => {
  rmSync(join(folder, 'quick.test.ts'))
  write('first.test.ts', fails('quick'))
  write('second.slow.test.ts', fails('slow'))
  write('third.slow.test.ts', fails('slow, too'))
  expect(run('test').lines.slice(-3)).toEqual([
    'failed: first.test.ts > is quick',
    '    quick',
    '0 passed, 1 failed, 0 skipped',
  ])
  expect(run('test:all').lines.slice(-5)).toEqual([
    'failed: second.slow.test.ts > is slow',
    '    slow',
    'failed: third.slow.test.ts > is slow, too',
    '    slow, too',
    '0 passed, 2 failed, 0 skipped',
  ])
})
