import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addSampleData } from '@matterbase/domain'
import { addAccount, createKey } from '@matterbase/domain/testing'
import type { Api } from './harness.ts'

const sdk = fileURLToPath(new URL('../../../packages/sdk', import.meta.url))
const cli = fileURLToPath(new URL('../../cli/bin/matterbase.js', import.meta.url))

/** A reader's folder and shell, which keeps its variables from one command to the next. */
export interface Sandbox {
  readonly run: (command: string) => Promise<Run>
  readonly write: (file: string, text: string) => Promise<void>
  readonly remove: () => Promise<void>
}

interface Run {
  readonly status: number | null
  readonly output: string
  readonly problems: string
}

/**
 * Creates a folder with the `demo.env` of a first start, and the demo account with sample data on the server of the test.
 * Programs in the folder can import the SDK.
 */
export async function createSandbox(api: Api): Promise<Sandbox> {
  const home = await mkdtemp(join(tmpdir(), 'matterbase-docs-'))
  const write = (file: string, text: string) => writeFile(join(home, file), text)
  const { email } = await addAccount(api.db, { email: 'demo@matterbase.local', name: 'Demo' })
  await addSampleData(api.db, email)
  const newKey = async (environment: 'live' | 'test') =>
    (await createKey(api.db, { email, name: 'Demo', environment, tier: 'enterprise' })).key
  const testKey = await newKey('test')
  const variables = {
    MATTERBASE_BASE_URL: api.baseUrl,
    MATTERBASE_DEMO_EMAIL: email,
    MATTERBASE_API_KEY: testKey,
    MATTERBASE_TEST_API_KEY: testKey,
    MATTERBASE_LIVE_API_KEY: await newKey('live'),
  }
  await mkdir(join(home, '.data'))
  await mkdir(join(home, 'node_modules', '@matterbase'), { recursive: true })
  await symlink(sdk, join(home, 'node_modules', '@matterbase', 'sdk'))
  await mkdir(join(home, 'etc', 'matterbase'), { recursive: true })
  await mkdir(join(home, 'var', 'backups', 'matterbase'), { recursive: true })
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  await write(join('.data', 'demo.env'), lines.join(''))
  await write(join('etc', 'matterbase', 'backup-passphrase'), 'correct horse battery staple\n')
  await write('.state', '')
  await writeProgram('npx', `shift 2\nexec "${process.execPath}" "${cli}" "$@"`)
  await writeProgram('matterbase', `exec "${process.execPath}" "${cli}" "$@"`)

  /** The addresses, folders and the account of the pages, and their names in the test. */
  const names: [shown: string, real: string][] = [
    ['http://localhost:3000/api/v1', api.baseUrl],
    ['http://localhost:3000', new URL(api.baseUrl).origin],
    ['http://127.0.0.1:3000', new URL(api.baseUrl).origin],
    ['https://matterbase.example.com', new URL(api.baseUrl).origin],
    ['/etc/matterbase/', `${home}/etc/matterbase/`],
    ['/var/backups/matterbase', `${home}/var/backups/matterbase`],
    ['ada@example.com', email],
  ]

  return { run, write, remove: () => rm(home, { recursive: true }) }

  async function writeProgram(name: string, script: string): Promise<void> {
    await write(name, `#!/bin/sh\n${script}\n`)
    await chmod(join(home, name), 0o755)
  }

  async function run(command: string): Promise<Run> {
    const real = names.reduce((text, [shown, name]) => text.replaceAll(shown, name), command)
    const child = spawn('sh', ['-eac', `. ./.state\n${real}\nexport -p > .state`], {
      cwd: home,
      env: { ...variables, DATABASE_URL: api.databaseUrl, PATH: `${home}${delimiter}${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, problems] = ['', '']
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (problems += String(chunk)))
    const status = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
    const asShown = (text: string) =>
      names.reduce((shownText, [shown, name]) => shownText.replaceAll(name, shown), text)
    return { status, output: asShown(output), problems: asShown(problems) }
  }
}
