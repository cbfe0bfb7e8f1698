import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../../../dist/start/apart', import.meta.url))

type Answer<T> = { readonly result: T } | { readonly error: string }

/**
 * Has a program of this folder do something in a process of its own, which ends with it: what it loads for that must not
 * stay in the memory of a process that lives as long as the server.
 *
 * @param name as `demo` for `demo-program.ts`.
 * @param input what `answerParent` of the program is called with; JSON, as is what it answers.
 * @throws Error with what it threw.
 */
export async function runApart<T>(name: string, input: object): Promise<T> {
  const child = fork(join(built, `${name}-program.js`), { execArgv: [] })
  const answer = await new Promise<Answer<T>>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Answer<T>))
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${name} ended without an answer (${signal ?? code})`)))
    child.send(input)
  })
  if ('error' in answer) throw new Error(answer.error)
  return answer.result
}
