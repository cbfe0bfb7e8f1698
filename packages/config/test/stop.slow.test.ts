import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

async function start(...args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  await vi.waitFor(() => expect(output).toContain('ready'), { timeout: 150_000 })
  return { child, ended, output: () => output }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s closes what was opened last first and ends well',
  async (signal) => {
    const { child, ended, output } = await start(file('program.ts'))
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    expect(output()).toBe('ready\nclosed last opened\nclosed first opened\n')
  },
)

it('ends after its patience when something cannot be closed', async () => {
  const { child, ended, output } = await start(file('program.ts'), 'hangs')
  child.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  expect(output()).toBe('ready\n')
})

it.each([[], ['hangs'], ['logs']])(
  'is gone with whoever started it, whether it can close or not %j',
  async (...args) => {
    const { child, output } = await start(file('parent.ts'), file('program.ts'), ...args)
    const pid = Number(/pid (\d+)/.exec(output())?.[1])
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 150_000 })
  },
)
