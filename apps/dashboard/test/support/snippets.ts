import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'

const run = promisify(execFile)
// Where `@matterbase/sdk` is found, as in the project of whoever pastes it.
const root = fileURLToPath(new URL('../..', import.meta.url))
// Where the command line is found, as on the server.
const project = fileURLToPath(new URL('../../../..', import.meta.url))

export interface ShownSnippet {
  /** `curl`, `SDK`, `CLI` */
  readonly label: string
  readonly code: string
}

/**
 * Every snippet on the page, each of its tabs. All of it within the page: while a screen asks again, its snippets
 * change places, and what is first now need not be so at the next look.
 */
export const snippetsOn = (page: Page, within = '[role=group]:has([data-snippet])'): Promise<ShownSnippet[]> =>
  page.evaluate(async (within) => {
    const shown: ShownSnippet[] = []
    for (const box of document.querySelectorAll(within))
      for (const tab of box.querySelectorAll<HTMLButtonElement>('button[aria-pressed]')) {
        tab.click()
        const code = () => box.querySelector<HTMLElement>('[data-snippet]')
        while (box.isConnected && code()?.dataset['snippet'] !== tab.textContent)
          await new Promise(requestAnimationFrame)
        if (box.isConnected) shown.push({ label: tab.textContent, code: code()?.textContent ?? '' })
      }
    return shown
  }, within)

/** Runs it as somebody would who has the key in MATTERBASE_API_KEY; answers `it worked`, or what went wrong. */
export async function outcomeOf(snippet: ShownSnippet, key = ''): Promise<string> {
  const [outcome = 'it was not run'] = await outcomesOf([snippet], key)
  return outcome
}

/**
 * Runs them: the curl calls in one shell, those of the SDK in one process, each as a module of its own,
 * commands one by one. A call has worked with a 2xx, a module when it came to its end, a command with 0.
 */
export async function outcomesOf(snippets: readonly ShownSnippet[], key = ''): Promise<string[]> {
  const env = { PATH: process.env['PATH'] ?? '', MATTERBASE_API_KEY: key }
  const codes = (wanted: string) => snippets.filter(({ label }) => label === wanted).map(({ code }) => code)
  const outcomes: Readonly<Record<string, string[]>> = {
    curl: await runCurls(codes('curl'), env),
    SDK: await runModules(codes('SDK'), env),
    CLI: await runCommands(codes('CLI')),
  }
  return snippets.map(({ label }) => outcomes[label]?.shift() ?? 'it was not run')
}

const shell = `for code in "$@"; do bash -c "$code -sS -w '\\n%{http_code}'" 2>&1; printf '\\0'; done`

async function runCurls(codes: readonly string[], env: Record<string, string>): Promise<string[]> {
  const { stdout } = await run('bash', ['-c', shell, 'bash', ...codes], { env, timeout: 60_000 })
  const outcomes = stdout.split('\0').slice(0, -1)
  return outcomes.map((outcome) => (/^2\d\d$/.test(outcome.trim().split('\n').at(-1) ?? '') ? 'it worked' : outcome))
}

async function runCommands(codes: readonly string[]): Promise<string[]> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: inject('service').databaseUrl }
  const outcomes: string[] = []
  for (const code of codes) {
    // The package's script without pnpm, which takes seconds to start.
    const line = code.replace(/^npx pnpm@\d+ matterbase /, `'${process.execPath}' apps/cli/bin/matterbase.js `)
    outcomes.push(
      await run('bash', ['-c', line], { cwd: project, env, timeout: 60_000 }).then(
        () => 'it worked',
        (error: unknown) => String(error),
      ),
    )
  }
  return outcomes
}

// What the modules print themselves goes to stdout too: the outcomes are its last line.
const runner = `
  const outcomes = []
  for (const file of process.argv.slice(1))
    outcomes.push(await import(file).then(() => 'it worked', (error) => String(error?.stack ?? error)))
  console.log('\\n' + JSON.stringify(outcomes))`

async function runModules(codes: readonly string[], env: Record<string, string>): Promise<string[]> {
  if (codes.length === 0) return []
  const folder = await mkdtemp(`${root}node_modules/.snippets-`)
  try {
    const files = codes.map((_code, place) => `${folder}/${place}.mjs`)
    await Promise.all(files.map((file, place) => writeFile(file, codes[place] ?? '')))
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', runner, ...files], {
      env,
      timeout: 60_000,
    })
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as string[]
  } catch (error) {
    return codes.map(() => (error instanceof Error ? error.message : String(error)))
  } finally {
    await rm(folder, { recursive: true })
  }
}
