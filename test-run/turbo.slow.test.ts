import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const execute = promisify(execFile)

interface Plan {
  readonly tasks: readonly { taskId: string; directory: string; inputs: Readonly<Record<string, string>> }[]
}

// A task that counts generated files among its inputs has another hash once they are generated, and runs again.
it('no task is built again because of files that an earlier one generated', async () => {
  const turbo = join(root, 'node_modules', '.bin', 'turbo')
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await execute(turbo, ['run', 'build', 'build:tests', '--dry=json'], options)
  const { tasks } = JSON.parse(stdout) as Plan
  const inputs = tasks.flatMap(({ directory, inputs: files }) =>
    Object.keys(files).map((file) => join(directory, file)),
  )
  expect(inputs.length).toBeGreaterThan(1_000)
  const ignored = spawnSync('git', ['check-ignore', '--stdin'], { cwd: root, input: [...new Set(inputs)].join('\n') })
  expect(ignored.stdout.toString()).toBe('')
})
