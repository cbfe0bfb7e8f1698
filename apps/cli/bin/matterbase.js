#!/usr/bin/env node
// Plain JavaScript that old versions can read, so that they can be told they are old.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const major = Number.parseInt(process.versions.node, 10)

if (major < 24) {
  process.stderr.write(
    `matterbase: this is Node ${process.versions.node} and Matterbase needs 24 or newer: run it as "npx pnpm@12 start" or "npx pnpm@12 matterbase", which bring their own.\n`,
  )
  process.exit(1)
}

// Node then compiles our programs once, not at every start; the api and the worker inherit it.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url))
module.enableCompileCache()

await import('../dist/main.js')
