import { readFileSync } from 'node:fs'

import { defineConfig } from 'tsup'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

// Apart from the library, which must not know Node; and after it, which clears the folder.
export default defineConfig({
  entry: { cli: 'cli/index.ts' },
  tsconfig: 'cli/tsconfig.json',
  format: ['esm', 'cjs'],
  target: 'node20',
  platform: 'node',
  removeNodeProtocol: false,
  dts: true,
  splitting: false,
  treeshake: true,
  clean: false,
  define: { SDK_VERSION: JSON.stringify(version) },
})
