import { findBrowser } from '@matterbase/config/testing'
import { configDefaults, defineConfig } from 'vitest/config'
import { limits } from '../../test-run/limits.ts'
import { contractPlugin } from './contract-plugin.ts'

export default defineConfig({
  plugins: [contractPlugin()],
  test: {
    ...limits,
    // To look is work for the browser too.
    expect: { poll: { ...limits.expect.poll, interval: 100 } },
    // These are the tests that drive no browser.
    include: findBrowser()
      ? configDefaults.include
      : [
          'test/{custom-field-values,days,guide-labels,help-pages,import-cells,import-files,next-address,totals,voice}.test.ts',
        ],
    globalSetup: ['@matterbase/db/testing/global-setup', './test/support/service.ts'],
  },
})
