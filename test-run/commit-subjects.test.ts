import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from './root.ts'
import { subjectProblem } from './commit-subject.ts'

/** The last commit before this rule. Earlier subjects stay as they are. */
const before = '11bed80ee456d11d86256c05401db68c4e364d22'

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** The subjects since then; undefined in a tarball, in a shallow clone and without Git. */
function subjects(): string[] | undefined {
  try {
    git('merge-base', '--is-ancestor', before, 'HEAD')
    return git('log', '--no-merges', '--format=%h %s', `${before}..HEAD`).split('\n').filter(Boolean)
  } catch {
    return undefined
  }
}

const known = subjects()

it.skipIf(known === undefined)('every commit subject is an imperative of 12 to 72 characters', () => {
  const problems = (known ?? []).flatMap((line) => {
    const at = line.indexOf(' ')
    const problem = subjectProblem(line.slice(at + 1))
    return problem === undefined ? [] : [`${line}: ${problem}`]
  })
  expect(problems, 'reword with git rebase --interactive, or git commit --amend for the last commit').toEqual([])
})

it.each([
  'Fix the order of two migrations',
  'Process large bodies one after the other',
  'Embed the product version',
  'Bring back the old default',
  'chore(deps): Bump pg to 9.1.0 and express to 6.0.0',
])('accepts "%s"', (subject) => {
  expect(subjectProblem(subject)).toBeUndefined()
})

it.each([
  ['Fix it', 'is shorter than 12 characters'],
  [`Fix ${'a'.repeat(69)}`, 'is longer than 72 characters'],
  ['fix the order of migrations', 'must begin with a capital letter'],
  ['Fix the order of migrations.', 'must not end with a full stop'],
  ['Fixed the order of migrations', 'must begin with an imperative, such as "Fix", not "Fixed"'],
  ['Fixes the order of migrations', 'must begin with an imperative, such as "Fix", not "Fixes"'],
  ['Fixing the order of migrations', 'must begin with an imperative, such as "Fix", not "Fixing"'],
])('refuses "%s"', (subject, problem) => {
  expect(subjectProblem(subject)).toBe(problem)
})
