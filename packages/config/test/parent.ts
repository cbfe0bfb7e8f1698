import { fork } from 'node:child_process'

// Starts the program of the test and stays, until it is killed.
const [file = '', ...args] = process.argv.slice(2)
const child = fork(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
process.stdout.write(`pid ${child.pid}\n`)
