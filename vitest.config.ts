import { defineConfig } from 'vitest/config'
import { ByProject } from './test-run/by-project.ts'
import { Summary } from './test-run/summary.ts'

export default defineConfig({
  test: {
    projects: ['{packages,apps,examples}/*/vitest.config.ts', 'test-run/vitest.config.ts'],
    reporters: ['default', new Summary()],
    // As the limits of test-run: a process that ends slowly because the machine is busy fails nothing.
    teardownTimeout: 150_000,
    sequence: { sequencer: ByProject },
  },
})
