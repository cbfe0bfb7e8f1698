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
    // All but this one drive a browser.
    include: findBrowser() ? configDefaults.include : ['test/next-address.test.ts'],
    globalSetup: ['@matterbase/db/testing/global-setup', './test/support/service.ts'],
  },
})
