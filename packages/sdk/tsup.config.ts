import { readFileSync } from 'node:fs'

import { defineConfig } from 'tsup'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    webhooks: 'src/webhooks/index.ts',
    testing: 'src/testing/index.ts',
    throttle: 'src/requests/throttle.ts',
  },
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  dts: true,
  // Each entry on its own: errors of one are known to the other by their brand.
  splitting: false,
  treeshake: true,
  clean: true,
  // With the sources in them, so that a debugger shows TypeScript.
  sourcemap: true,
  define: { SDK_VERSION: JSON.stringify(version) },
})
