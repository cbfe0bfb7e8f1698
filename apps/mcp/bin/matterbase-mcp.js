#!/usr/bin/env node
// Plain JavaScript that old versions can read, so that they can be told they are old.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const major = Number.parseInt(process.versions.node, 10)

if (major < 24) {
  process.stderr.write(
    `matterbase-mcp: this is Node ${process.versions.node} and it needs 24 or newer: run it as "npx pnpm@12 mcp", which brings its own.\n`,
  )
  process.exit(1)
}

// Node then compiles our code once, not at every start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url))
module.enableCompileCache()

await import('../dist/main.js')
