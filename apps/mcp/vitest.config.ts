import { defineConfig } from 'vitest/config'
import { limits } from '../../test-run/limits.ts'

export default defineConfig({
  test: {
    ...limits,
    globalSetup: ['@matterbase/db/testing/global-setup'],
  },
})
