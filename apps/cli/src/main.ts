import { runCli } from './cli.ts'

// The reader of our output may end first (`matterbase keys list | head -1`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

process.exitCode = await runCli({
  args: process.argv.slice(2),
  source: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
})
