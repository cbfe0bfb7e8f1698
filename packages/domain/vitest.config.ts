import { defineConfig } from 'vitest/config'
import { limits } from '../../test-run/limits.ts'

export default defineConfig({
  test: {
    ...limits,
    // A file has a database of its own, and nothing else that another could see.
    isolate: false,
    globalSetup: ['@matterbase/db/testing/global-setup'],
  },
})
