import { join } from 'node:path'

import { build, type Plugin } from 'esbuild'

import { type PackedProject, root } from '../package/packed.ts'

const againstTheService = ['contract/contract', 'contract/sync']

/** What runs everywhere: everything that needs neither a process of its own nor vitest's clock and mocks. */
export const files = {
  server: [...againstTheService, 'contract/network', 'list', 'sync', 'upsert-many', 'webhooks', 'testing-kit'],
  // The others use Node's crypto to check ours, or ask a service that no page may ask.
  page: againstTheService,
}

/** The tests as the text of one module, with the packed package in place of the source. */
export async function bundleTests(
  { installed }: PackedProject,
  backendUrl: string,
  names: readonly string[],
): Promise<string> {
  const here = join(root, 'test/runtimes')
  const imports = names.map((name) => `import '../${name}.test.ts'`)
  const { outputFiles } = await build({
    stdin: { contents: `${imports.join('\n')}\nexport { runTests } from './stand-in.ts'\n`, resolveDir: here },
    write: false,
    // The package has no side effects, its tests are nothing else.
    ignoreAnnotations: true,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    external: ['node:*'],
    define: { BACKEND_URL: JSON.stringify(backendUrl) },
    plugins: [instead(join(here, 'stand-in.ts'), installed)],
  })
  return outputFiles[0]?.text ?? ''
}

const entries: Record<string, string> = {
  'src/index.ts': 'index.js',
  'webhooks/index.ts': 'webhooks.js',
  'testing/index.ts': 'testing.js',
}

const instead = (standIn: string, installed: string): Plugin => ({
  name: 'instead',
  setup({ onResolve }) {
    onResolve({ filter: /^vitest$/ }, () => ({ path: standIn }))
    for (const [source, entry] of Object.entries(entries))
      onResolve({ filter: new RegExp(`^(\\.\\./)+.*${source}$`) }, () => ({ path: join(installed, 'dist', entry) }))
  },
})
