#!/usr/bin/env node
import { main } from '../dist/cli.js'

// A reader of the output can exit first (`matterbase listen … | head`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

process.exitCode = await main({
  args: process.argv.slice(2),
  source: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
})
