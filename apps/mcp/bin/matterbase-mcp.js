#!/usr/bin/env node
// Plain JavaScript for old versions of Node.js, so that they print the message below.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const major = Number.parseInt(process.versions.node, 10)

if (major < 24) {
  process.stderr.write(
    `matterbase-mcp: needs Node.js 24 or newer, not ${process.versions.node}. Run "npx pnpm@12 mcp", which includes it.\n`,
  )
  process.exit(1)
}

// Node.js then compiles the code once, not at every start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url))
module.enableCompileCache()

await import('../dist/main.js')
