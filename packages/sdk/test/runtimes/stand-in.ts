// As much of vitest as the tests use that run in every runtime, where vitest itself does not.
import { chai, JestAsymmetricMatchers, JestChaiExpect } from '@vitest/expect'

// Put in by the bundler.
declare const BACKEND_URL: string

chai.use(JestChaiExpect)
chai.use(JestAsymmetricMatchers)

// Node 20 has none.
Array.fromAsync ??= async <T>(source: AsyncIterable<T> | Iterable<T>) => {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}

type Body = (...args: never[]) => unknown
interface Test {
  readonly name: string
  readonly body: () => unknown
}
export interface Outcome {
  readonly name: string
  readonly error?: string
}

const tests: Test[] = []
const before: (() => unknown)[] = []
const after: (() => unknown)[] = []
const path: string[] = []

const titled = (name: string, row: readonly unknown[]) =>
  row.reduce<string>(
    (text, value) => text.replace(/%[sijo]/, () => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))),
    name,
  )

/** `each` over rows, as vitest calls it: a row that is no list is one argument. */
const each = (one: (name: string, body: Body) => void) => (rows: readonly unknown[]) => (name: string, body: Body) => {
  for (const value of rows) {
    const row = Array.isArray(value) ? value : [value]
    one(titled(name, row), () => body(...(row as never[])))
  }
}

const addTest = (name: string, body: Body) => void tests.push({ name: [...path, name].join(' › '), body })

const addSuite = (name: string, body: Body) => {
  path.push(name)
  body()
  path.pop()
}

export const it = Object.assign(addTest, { each: each(addTest) })
export const describe = Object.assign(addSuite, { each: each(addSuite) })
export const beforeAll = (hook: () => unknown) => void before.push(hook)
export const afterAll = (hook: () => unknown) => void after.push(hook)
export const { expect } = chai
export const inject = (_name: 'backendUrl') => BACKEND_URL
const anything: object = new Proxy(() => anything, { get: () => anything })
export const expectTypeOf = () => anything

const limitMs = 60_000

/** Runs what the imported files have described, one after another. */
export async function runTests(): Promise<Outcome[]> {
  for (const hook of before) await hook()
  const outcomes: Outcome[] = []
  for (const { name, body } of tests) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('It takes too long')), limitMs)
    })
    const outcome = await Promise.race([Promise.resolve().then(body), tooLong]).then(
      () => ({ name }),
      (error: unknown) => ({ name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
    clearTimeout(timer)
    outcomes.push(outcome)
  }
  for (const hook of after) await hook()
  return outcomes
}
