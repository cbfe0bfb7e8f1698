import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, readdir, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '@matterbase/domain/testing'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { blocksOf, mismatches } from './docs-blocks.ts'

// Every snippet of the guides is run, page by page and in order, as a reader would: in one folder, with
// the variables of demo.env. What stands after it is what it must print.

const folder = new URL('../../../docs/', import.meta.url)
const cli = fileURLToPath(new URL('../../cli/bin/matterbase.js', import.meta.url))
// The SDK's own pages are run by the SDK's tests.
const pages = (await readdir(folder)).filter(
  (name) => name.endsWith('.md') && !['sdk.md', 'webhooks.md'].includes(name),
)
const texts = new Map(
  await Promise.all(pages.map(async (page) => [page, await readFile(new URL(page, folder), 'utf8')] as const)),
)

const hasCurl = spawnSync('curl', ['--version']).status === 0
if (!hasCurl && !process.env['CI']) console.warn('There is no curl: the snippets of the guides are not run')

// The index has nothing to run.
const guides = [...texts].filter(([, text]) => blocksOf(text).length > 0)

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

describe.skipIf(!hasCurl && !process.env['CI']).each(guides)('%s', (_page, text) => {
  let home: string
  let variables: Record<string, string>

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'matterbase-docs-'))
    const email = await api.account()
    variables = {
      MATTERBASE_BASE_URL: api.baseUrl,
      MATTERBASE_DEMO_EMAIL: email,
      MATTERBASE_API_KEY: (await createKey(api.db, { email, name: 'Demo', environment: 'live', tier: 'enterprise' }))
        .key,
    }
    await mkdir(join(home, '.data'))
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
    await writeFile(join(home, '.data', 'demo.env'), lines.join(''))
    await writeFile(join(home, '.state'), '')
    // What `npx pnpm@12 matterbase` leads to.
    await writeFile(join(home, 'npx'), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${cli}" "$@"\n`)
    await chmod(join(home, 'npx'), 0o755)
  })
  afterAll(() => rm(home, { recursive: true }))

  it.each(blocksOf(text).map((block) => [`line ${block.line}`, block] as const))(
    '%s',
    async (_line, { language, code, expected }) => {
      const file = language === 'sh' ? 'snippet.sh' : `snippet.${language === 'ts' ? 'mts' : 'mjs'}`
      await writeFile(join(home, file), code)
      const command = language === 'sh' ? `. ./${file}` : `"${process.execPath}" ${file}`
      const { status, output, problems } = await run(command)
      expect(status, problems).toBe(0)
      if (expected.length === 0) expect(output).not.toContain('"request_id"')
      for (const block of expected) expect(mismatches(block, output)).toEqual([])
    },
  )

  /** Runs a command in the reader's shell, which keeps its variables from one command to the next. */
  async function run(command: string): Promise<{ status: number | null; output: string; problems: string }> {
    const child = spawn('sh', ['-eac', `. ./.state\n${command}\nexport -p > .state`], {
      cwd: home,
      env: { ...variables, DATABASE_URL: api.databaseUrl, PATH: `${home}${delimiter}${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [output, problems] = ['', '']
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (problems += String(chunk)))
    const status = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
    return { status, output, problems }
  }
})

it.each([...texts])('the links of %s lead somewhere', async (page, text) => {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const inside = targets.filter((target) => !target.startsWith('http'))
  const found = await Promise.all(inside.map((target) => leadsSomewhere(page, target)))
  expect(inside.filter((_target, index) => !found[index])).toEqual([])
})

async function leadsSomewhere(page: string, target: string): Promise<boolean> {
  const [file = '', heading] = target.split('#')
  const linked = await readFile(new URL(file || page, folder), 'utf8').catch(() => undefined)
  if (linked === undefined || heading === undefined) return linked !== undefined
  return [...linked.matchAll(/^#+ (.+)$/gm)].some(([, title = '']) => anchorOf(title) === heading)
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

it('the index leads to every page', () => {
  const others = [...pages, 'sdk.md', 'webhooks.md'].filter((page) => page !== 'README.md')
  expect(others.filter((page) => !texts.get('README.md')?.includes(`(${page})`))).toEqual([])
})
