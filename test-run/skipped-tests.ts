import type { Reporter, TestModule } from 'vitest/node'

/** Lists the skipped tests before the summary of vitest, which only counts them. */
export const skippedTests: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const module of modules)
      for (const test of module.children.allTests('skipped'))
        console.log(`skipped: ${module.relativeModuleId} > ${test.fullName}`)
  },
}
