import { defineConfig } from 'vitest/config'
import { limits } from '../../test-run/limits.ts'

export default defineConfig({
  test: {
    ...limits,
    // Its entries outlive an install that moves vitest, and every test fails to load then.
    fsModuleCache: false,
  },
})
