import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCli } from '../src/cli.ts'

/** The program under test. */
export const bin = fileURLToPath(new URL('../bin/matterbase.js', import.meta.url))

// Of the environment only what finds programs: a developer's DATABASE_URL is none of the tests' business.
const { PATH, HOME, TMPDIR, NODE_OPTIONS } = process.env
const base = { PATH, HOME, TMPDIR, NODE_OPTIONS }

/** How long a start is waited for: on a busy machine several programs take their time. */
export const patience = { timeout: 150_000, interval: 100 }

export interface Run {
  child: ChildProcess
  /** What it has printed so far. */
  output(): { stdout: string; stderr: string }
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

/** Runs `matterbase`, or another program, as a process of its own. */
export function matterbase(args: string[], env: NodeJS.ProcessEnv = {}, nodeArgs: string[] = [], program = bin): Run {
  const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe']
  const child = spawn(process.execPath, [...nodeArgs, program, ...args], { env: { ...base, ...env }, stdio })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1))
  })
  return { child, output: () => ({ ...output }), ended }
}

/** Runs it to its end. */
export async function run(args: string[], env?: NodeJS.ProcessEnv, nodeArgs?: string[], program?: string) {
  const { output, ended } = matterbase(args, env, nodeArgs, program)
  return { code: await ended, ...output() }
}

/** Runs a command in this process, where that it is a program is not what is tested. */
export async function runHere(args: string[], env?: NodeJS.ProcessEnv) {
  const output = { stdout: '', stderr: '' }
  const code = await runCli({
    args,
    source: { ...base, ...env },
    print: (text) => (output.stdout += `${text}\n`),
    printError: (text) => (output.stderr += `${text}\n`),
  })
  return { code, ...output }
}

/** A folder for one test file, and what is left of it afterwards. */
export async function makeDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'matterbase-cli-'))
  await chmod(parent, 0o755)
  return {
    dataDir: join(parent, 'data'),
    async remove() {
      const elsewhere = await realpath(join(parent, 'data', 'postgres')).catch(() => parent)
      for (const folder of [elsewhere, parent]) await rm(folder, { recursive: true, force: true })
    },
  }
}

const kinds = {
  api: /apps\/api\/dist\/main\.js/,
  worker: /apps\/worker\/dist\/main\.js/,
  start: /matterbase\.js\0start/,
  postgres: /bin\/postgres\0/,
  guard: /postmaster\.pid/,
}

export type Kind = keyof typeof kinds

/** The processes that belong to a data folder, by what they are. Many waits ask for them again and again. */
export async function listProcesses(dataDir: string): Promise<Partial<Record<Kind, number>>> {
  const found: Partial<Record<Kind, number>> = {}
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = readProcess(entry, 'cmdline')
    const [kind] = (Object.keys(kinds) as Kind[]).filter((name) => kinds[name].test(command))
    // PostgreSQL's backends are called as their parent is until they have given themselves a name.
    if (!kind || kinds[kind].test(readProcess(parentOf(entry), 'cmdline'))) continue
    const isOurs =
      command.includes(`${dataDir}/postgres`) || readProcess(entry, 'environ').includes(`DATA_DIR=${dataDir}\0`)
    if (isOurs) found[kind] = Number(entry)
  }
  return found
}

const parentOf = (entry: string) => /^PPid:\t(\d+)/m.exec(readProcess(entry, 'status'))?.[1] ?? '0'

function readProcess(entry: string, file: 'cmdline' | 'environ' | 'status'): string {
  try {
    return readFileSync(`/proc/${entry}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
