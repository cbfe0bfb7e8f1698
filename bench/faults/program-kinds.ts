import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { besideRedis, nothing, proven } from './kind.ts'
import type { Kind } from './kind.ts'
import type { Program } from './programs.ts'

export const programKinds: Readonly<Record<string, Kind>> = {
  'api-killed': besideRedis(
    'one of two APIs is killed, and started again after 2 s',
    async ({ apis: [api] }) => {
      const before = await kill(api?.program)
      const status = await fetch(api?.baseUrl ?? '').then(
        () => 'an answer',
        () => 'refused',
      )
      proven(status === 'refused', `its port gave ${status}`)
      await delay(2_000)
      await api?.start()
      return `${before}, its port refused, then process ${api?.program.pid}`
    },
    nothing,
  ),
  'worker-killed': besideRedis('one of two workers is killed', ({ workers: [worker] }) => kill(worker), nothing),
  'worker-stopped': besideRedis(
    'one of two workers hangs (SIGSTOP) for 10 s',
    async ({ workers: [worker] }) => {
      worker?.signal('SIGSTOP')
      await delay(10_000)
      const state = await stateOf(worker)
      proven(state === 'T', `the worker was in state ${state}`)
      worker?.signal('SIGCONT')
      return `process ${worker?.pid} in state T for 10 s`
    },
    nothing,
  ),
}

async function kill(program: Program | undefined): Promise<string> {
  await program?.kill('SIGKILL')
  const state = await stateOf(program)
  proven(state === 'gone', `process ${program?.pid} is in state ${state}`)
  return `process ${program?.pid} gone`
}

/** As the kernel says it: T is stopped. */
async function stateOf(program: Program | undefined): Promise<string> {
  const status = await readFile(`/proc/${program?.pid}/status`, 'utf8').catch(() => 'State:\tgone')
  return /^State:\s+(\w+)/m.exec(status)?.[1] ?? 'unknown'
}
