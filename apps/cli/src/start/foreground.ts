import { fork } from 'node:child_process'
import { constants } from 'node:os'
import { memoryFlags } from './programs.ts'
import { listenForStop } from './stop-signals.ts'

/**
 * Runs one of our programs as the only one, on this process's own output, until it ends. It is told to end when this
 * process is, and killed when this process is told so once more.
 *
 * @returns its exit code; 128 and the signal's number when a signal ended it.
 */
export async function runInForeground(file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const { asked, hurry, dispose } = listenForStop()
  // The channel is how it learns that this process is gone.
  const child = fork(file, { env, execArgv: memoryFlags, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  asked.addEventListener('abort', () => child.kill('SIGTERM'))
  hurry.addEventListener('abort', () => child.kill('SIGKILL'))
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
    })
  } finally {
    dispose()
  }
}
