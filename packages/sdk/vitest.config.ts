import { defineConfig } from 'vitest/config'
import { limits, loadedByNode } from '../../test-run/limits.ts'

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
          include: ['test/{contract,package,runtimes}/*.test.ts'],
          globalSetup: [
            '@matterbase/db/testing/global-setup',
            './test/contract/global-setup.ts',
            './test/package/global-setup.ts',
          ],
        },
      },
    ],
  },
})
