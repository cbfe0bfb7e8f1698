import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Its entries outlive an install that moves vitest, and every test fails to load then.
    fsModuleCache: false,
    silent: 'passed-only',
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
  },
})
