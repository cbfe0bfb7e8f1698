import { fork } from 'node:child_process'

// Starts the program of the test, reads only the beginning of what it says, and stays until it is killed.
const [file = '', ...args] = process.argv.slice(2)
const child = fork(file, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
child.stdout?.once('data', (chunk: Buffer) => {
  process.stdout.write(chunk)
  child.stdout?.pause()
})
process.stdout.write(`pid ${child.pid}\n`)
