import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

const run = promisify(execFile)
// Where `@matterbase/sdk` is found, as in the project of whoever pastes it.
const cwd = fileURLToPath(new URL('../..', import.meta.url))

export interface ShownSnippet {
  /** `curl`, `SDK` */
  readonly label: string
  readonly code: string
}

/** Every snippet on the page, each of its tabs. */
export async function snippetsOn(page: Page): Promise<ShownSnippet[]> {
  const shown: ShownSnippet[] = []
  for (const box of await page.locator('[role=group]:has([data-snippet])').all())
    for (const tab of await box.locator('button[aria-pressed]').all()) {
      await tab.click()
      const pre = box.locator('[data-snippet]')
      shown.push({ label: (await pre.getAttribute('data-snippet')) ?? '', code: await pre.innerText() })
    }
  return shown
}

/** Runs it as somebody would who has the key in MATTERBASE_API_KEY; answers `2xx`, or what went wrong. */
export async function outcomeOf({ label, code }: ShownSnippet, key = ''): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', MATTERBASE_API_KEY: key }
  try {
    if (label !== 'curl') {
      await run(process.execPath, ['--input-type=module', '-e', code], { cwd, env, timeout: 20_000 })
      return '2xx'
    }
    const { stdout } = await run('bash', ['-c', `${code} -sS -w '\\n%{http_code}'`], { env, timeout: 20_000 })
    const status = stdout.trim().split('\n').at(-1) ?? ''
    return status.startsWith('2') ? '2xx' : stdout
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
