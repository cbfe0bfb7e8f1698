import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeBuild, readBuild } from '../src/build.ts'
import { readCommit } from '../src/git-commit.ts'

let folder: string
let checkout: string

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

function commit(text: string) {
  writeFileSync(join(checkout, 'file'), text)
  git('add', 'file')
  git('commit', '--quiet', '--message', text)
  return git('rev-parse', 'HEAD')
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'matterbase-build-'))
  checkout = join(folder, 'checkout')
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', checkout])
})

afterAll(() => rmSync(folder, { recursive: true }))

it('reads the commit of a branch, packed or not, of a detached checkout and of a worktree', () => {
  expect(readCommit(checkout)).toBeNull()
  const first = commit('first')
  expect(readCommit(checkout)).toBe(first)
  git('pack-refs', '--all')
  expect(readCommit(checkout)).toBe(first)
  const second = commit('second')
  expect(readCommit(checkout)).toBe(second)
  git('checkout', '--quiet', first)
  expect(readCommit(checkout)).toBe(first)
  const worktree = join(folder, 'worktree')
  git('worktree', 'add', '--quiet', worktree, 'main')
  expect(readCommit(worktree)).toBe(second)
})

it('reads no commit outside of a checkout', () => {
  expect(readCommit(folder)).toBeNull()
})

it('prefers the commit that the environment names', () => {
  const { version } = readBuild({})
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(readBuild({ MATTERBASE_COMMIT: 'abcdef0' })).toEqual({ version, commit: 'abcdef0' })
  expect(describeBuild({ version, commit: '0123456789abcdef0123' })).toBe(`${version} (commit 0123456789ab)`)
  expect(describeBuild({ version, commit: null })).toBe(version)
})
