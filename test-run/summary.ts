import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

const mostFailures = 6

/** Ends a run with what was left out, what failed and why, and one line of counts. */
export class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const [passed, failed, skipped] = [inState('passed'), inState('failed'), inState('skipped')]
    const failures = [
      ...failed.map((test) => describe(nameOf(test), test.result().errors)),
      ...modules.filter(couldNotRun).map((module) => describe(fileOf(module), module.errors())),
      ...unhandled.map((error) => describe('outside of a test', [error])),
    ]
    for (const test of skipped) console.log(`skipped: ${nameOf(test)}`)
    for (const failure of failures.slice(0, mostFailures)) console.log(failure)
    if (failures.length > mostFailures) console.log(`and ${failures.length - mostFailures} more, see above`)
    console.log(`${passed.length} passed, ${failures.length} failed, ${skipped.length} skipped`)
  }
}

const couldNotRun = (module: TestModule) => module.errors().length > 0

const fileOf = (module: TestModule) => module.relativeModuleId

const nameOf = (test: TestCase) => `${fileOf(test.module)} > ${test.fullName}`

/** Its name, and the first lines of the message below it. */
function describe(name: string, errors: readonly { message: string }[] = []): string {
  const message = errors[0]?.message.split('\n').filter(Boolean).slice(0, 2) ?? []
  return [`failed: ${name}`, ...message.map((line) => `    ${line.slice(0, 240)}`)].join('\n')
}
