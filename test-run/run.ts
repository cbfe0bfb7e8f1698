import { createVitest, parseCLI } from 'vitest/node'

/** When more files fail, it is no accident of a busy machine. */
const mostFilesAgain = 3

// `vitest run`, with its arguments, which runs files that failed once more, when nothing else runs beside them. What passes
// only then is named at the end (`Summary`): it is to be mended, but keeps nobody from working with the rest.
const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const vitest = await createVitest({ ...options, watch: false })
const { testModules, unhandledErrors } = await vitest.start(filter)
const failed = testModules.filter((module) => !module.ok())
if (unhandledErrors.length === 0 && failed.length > 0 && failed.length <= mostFilesAgain) {
  process.exitCode = 0
  await vitest.runTestSpecifications(failed.map((module) => module.toTestSpecification()))
}
await vitest.exit()
