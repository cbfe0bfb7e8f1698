import { defineConfig } from 'vitest/config'
import { limits, loadedByNode } from '../../test-run/limits.ts'

const service = ['@matterbase/db/testing/global-setup', './test/contract/global-setup.ts']

export default defineConfig({
  test: {
    ...limits,
    experimental: loadedByNode,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/*.test.ts'],
          globalSetup: service,
        },
      },
      {
        extends: true,
        test: {
          name: 'package',
          include: ['test/{package,release,runtimes}/*.test.ts'],
          globalSetup: [...service, './test/package/global-setup.ts'],
        },
      },
    ],
  },
})
