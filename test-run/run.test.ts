import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from './lint-imports.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  write(
    'vitest.config.ts',
    `import { Summary } from '${root}test-run/summary.ts'
     export default { test: { reporters: [new Summary()], isolate: false, maxWorkers: 1, experimental: { viteModuleRunner: false } } }`,
  )
  write('sure.test.ts', `import { it } from 'vitest'\nit('passes', () => {})`)
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

/** A test that throws unless it finds what it left the time before. */
const failsAtFirst = `
  import { existsSync, writeFileSync } from 'node:fs'
  import { it } from 'vitest'
  it('passes later', () => {
    if (existsSync('seen')) return
    writeFileSync('seen', '')
    throw new Error('not yet')
  })`

const failsAlways = `import { it } from 'vitest'\nit('fails', () => { throw new Error('never') })`

function run() {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'test-run/run.ts')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, lines: stdout.trim().split('\n') }
}

it('runs a file that failed once more, and names what passed only then', () => {
  write('late.test.ts', failsAtFirst)
  const { status, lines } = run()
  expect(lines.slice(-3)).toEqual([
    'failed at first, passed when run again: late.test.ts > passes later',
    '    not yet',
    '2 passed, 0 failed, 0 skipped, 1 failed at first',
  ])
  expect(status).toBe(0)
})

it('fails with what failed both times', () => {
  write('late.test.ts', failsAtFirst)
  write('wrong.test.ts', failsAlways)
  const { status, lines } = run()
  expect(lines.slice(-5)).toEqual([
    'failed at first, passed when run again: late.test.ts > passes later',
    '    not yet',
    'failed: wrong.test.ts > fails',
    '    never',
    '2 passed, 1 failed, 0 skipped, 1 failed at first',
  ])
  expect(status).toBe(1)
})

it('runs nothing again when many files failed, or something outside of a test', () => {
  for (const name of ['a', 'b', 'c', 'd']) write(`${name}.test.ts`, failsAlways)
  expect(run()).toMatchObject({ status: 1, lines: expect.arrayContaining(['1 passed, 4 failed, 0 skipped']) })
  for (const name of ['a', 'b', 'c', 'd']) rmSync(join(folder, `${name}.test.ts`))
  write(
    'outside.test.ts',
    `import { it } from 'vitest'\nit('passes', () => { void Promise.reject(new Error('lost')) })`,
  )
  expect(run()).toMatchObject({ status: 1, lines: expect.arrayContaining(['2 passed, 1 failed, 0 skipped']) })
})

it('passes when everything does', () => {
  expect(run()).toMatchObject({ status: 0, lines: ['1 passed, 0 failed, 0 skipped'] })
})
