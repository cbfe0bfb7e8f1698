import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

const mostFailures = 6

/** Ends a run with what was left out, what failed and why, and one line of counts. */
export class Summary implements Reporter {
  readonly #modules = new Map<string, TestModule>()
  #before: readonly Failure[] = []

  /** Is called once more for files that are run again (`run.ts`); the counts are then those of both runs. */
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const module of modules) this.#modules.set(module.id, module)
    const all = [...this.#modules.values()]
    const tests = all.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const [passed, failed, skipped] = [inState('passed'), inState('failed'), inState('skipped')]
    const failures = [
      ...failed.map((test) => ({ name: nameOf(test), errors: test.result().errors })),
      ...all.filter(couldNotRun).map((module) => ({ name: fileOf(module), errors: module.errors() })),
      ...unhandled.map((error) => ({ name: 'outside of a test', errors: [error] })),
    ]
    const passedAgain = this.#before.filter(({ name }) => !failures.some((failure) => failure.name === name))
    this.#before = failures
    for (const test of skipped) console.log(`skipped: ${nameOf(test)}`)
    const lines = [
      ...passedAgain.map((failure) => described('failed at first, passed when run again', failure)),
      ...failures.map((failure) => described('failed', failure)),
    ]
    for (const line of lines.slice(0, mostFailures)) console.log(line)
    if (lines.length > mostFailures) console.log(`and ${lines.length - mostFailures} more, see above`)
    const atFirst = passedAgain.length > 0 ? `, ${passedAgain.length} failed at first` : ''
    console.log(`${passed.length} passed, ${failures.length} failed, ${skipped.length} skipped${atFirst}`)
  }
}

interface Failure {
  readonly name: string
  readonly errors: readonly { readonly message: string }[] | undefined
}

const couldNotRun = (module: TestModule) => module.errors().length > 0

const fileOf = (module: TestModule) => module.relativeModuleId

const nameOf = (test: TestCase) => `${fileOf(test.module)} > ${test.fullName}`

/** Its name, and the first lines of the message below it. */
function described(what: string, { name, errors = [] }: Failure): string {
  const message = errors[0]?.message.split('\n').filter(Boolean).slice(0, 2) ?? []
  return [`${what}: ${name}`, ...message.map((line) => `    ${line.slice(0, 240)}`)].join('\n')
}
