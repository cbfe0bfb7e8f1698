import { writeSync } from 'node:fs'
import { openLog, stopOnSignal } from '../src/index.ts'

// A program that says on file descriptor 1 what it closes; `hangs` never ends closing, `logs` logs all the time.
const closeFirst = stopOnSignal(process.argv[2] === 'hangs' ? { graceMs: 300, orphanGraceMs: 300 } : {})
// Whoever read it may have gone.
const say = (text: string) => {
  try {
    writeSync(1, `${text}\n`)
  } catch {}
}
closeFirst(async () => say('closed first opened'))
closeFirst(() =>
  process.argv[2] === 'hangs' ? new Promise(() => undefined) : Promise.resolve(say('closed last opened')),
)
const log = await openLog('program', { level: 'info' })
setInterval(() => process.argv[2] === 'logs' && log.info('a line'), 1)
say('ready')
if (process.argv[2] === 'logs') for (let line = 0; line < 100; line++) log.info('a line')
