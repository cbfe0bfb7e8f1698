import { flushCompileCache } from 'node:module'
import { memoryEnv, nodeFlagsOf } from './programs.ts'

/**
 * Turns this process into one of our programs, so that signals reach it, its exit code is visible, and no parent
 * process waits. A package manager passes signals on and ends the program; `start` watches the programs instead.
 *
 * @param file its entry point.
 */
export function become(file: string, env: NodeJS.ProcessEnv): never {
  flushCompileCache()
  if (!process.execve) throw new Error('This command needs Linux or macOS: run "matterbase start" instead')
  return process.execve(process.execPath, [process.execPath, ...nodeFlagsOf(file), file], {
    ...memoryEnv,
    ...env,
  })
}
