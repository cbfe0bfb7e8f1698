import { writeSync } from 'node:fs'
import { stopOnSignal } from '../src/index.ts'

// A program that says on file descriptor 1 what it closes; `hangs` never ends closing.
const closeFirst = stopOnSignal(process.argv[2] === 'hangs' ? { graceMs: 300, orphanGraceMs: 300 } : {})
const say = (text: string) => void writeSync(1, `${text}\n`)
closeFirst(async () => say('closed first opened'))
closeFirst(() =>
  process.argv[2] === 'hangs' ? new Promise(() => undefined) : Promise.resolve(say('closed last opened')),
)
setInterval(() => undefined, 1_000)
say('ready')
