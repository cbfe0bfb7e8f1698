import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

const mostFailures = 6

/** Ends a run with the skipped tests, the failed tests and their messages, and one line of counts. */
export class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const [passed, failed, skipped] = [inState('passed'), inState('failed'), inState('skipped')]
    const failures = [
      ...failed.map((test) => ({ name: nameOf(test), errors: test.result().errors })),
      ...modules.filter(couldNotRun).map((module) => ({ name: fileOf(module), errors: module.errors() })),
      ...unhandled.map((error) => ({ name: 'outside of a test', errors: [error] })),
    ]
    for (const test of skipped) console.log(`skipped: ${nameOf(test)}`)
    for (const failure of failures.slice(0, mostFailures)) console.log(describeFailure(failure))
    if (failures.length > mostFailures) console.log(`and ${failures.length - mostFailures} more, see above`)
    console.log(`${passed.length} passed, ${failures.length} failed, ${skipped.length} skipped`)
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
function describeFailure({ name, errors = [] }: Failure): string {
  const message = errors[0]?.message.split('\n').filter(Boolean).slice(0, 2) ?? []
  return [`failed: ${name}`, ...message.map((line) => `    ${line.slice(0, 240)}`)].join('\n')
}
