import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { blocksOf, mismatches } from './docs-blocks.ts'
import type { Block } from './docs-blocks.ts'
import { callsOf, commandsOf, isPrinted, isRun, pathsOf } from './docs-console.ts'
import { createSandbox } from './docs-sandbox.ts'
import type { Sandbox } from './docs-sandbox.ts'

// Every snippet of the guides is run, page by page and in order, in one folder with the variables of demo.env and sample
// data. The block after a snippet is its output. A command of a `console` block is run if the block shows its output.

const root = new URL('../../../', import.meta.url)
const folder = new URL('docs/', root)
const allPages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).toSorted()
// The SDK's own pages are run by the SDK's tests.
const pages = allPages.filter((name) => !/^(?:sdk\/recipes|webhooks\/)/.test(name))
const texts = new Map(
  await Promise.all(allPages.map(async (page) => [page, await readFile(new URL(page, folder), 'utf8')] as const)),
)

const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args).status === 0
const hasCurl = isInstalled('curl', '--version')
if (!hasCurl && !process.env['CI']) console.warn('There is no curl: the snippets of the guides are not run')
const hasPython = isInstalled('python3', '-c', 'import requests')
if (!hasPython) console.warn('There is no python3 with requests: the Python of the guides is not run')

// The index has nothing to run.
const guides = [...texts].filter(([page, text]) => pages.includes(page) && blocksOf(text).length > 0)

describe.skipIf(!hasCurl && !process.env['CI']).each(guides)('%s', (_page, text) => {
  let api: Api
  let sandbox: Sandbox

  // A server of its own, where the IDs of the sample data are those that a reader has.
  beforeAll(async () => {
    api = await startApi()
    sandbox = await createSandbox(api)
  })
  afterAll(async () => {
    await sandbox.remove()
    await api.close()
  })

  const blocks = blocksOf(text).filter(({ language }) => hasPython || language !== 'python')

  it.each(blocks.map((block) => [`line ${block.line}`, block] as const))('%s', async (_line, block) => {
    expect(await (block.language === 'console' ? runConsole(block.code) : runSnippet(block))).toEqual([])
  })

  /** All that the page runs. */
  const sent = blocks.map(({ code }) => code).join('\n')

  async function runSnippet({ language, code, expected }: Block): Promise<string[]> {
    const { file, program } = programs[language]
    await sandbox.write(file, code)
    const { status, output, problems } = await sandbox.run(`${program} ./${file}`)
    if (status !== 0) return [`exit code ${status}: ${problems}`]
    if (expected.length === 0 && output.includes('"request_id"')) return [output]
    return expected.flatMap((shown) => mismatches(shown, output, sent))
  }

  async function runConsole(code: string): Promise<string[]> {
    const wrong: string[] = []
    for (const { command, output } of commandsOf(code).filter(isRun)) {
      const run = await sandbox.run(command)
      const printed = run.output + run.problems
      if (!isPrinted(output, printed)) wrong.push(`${command} printed:\n${printed}`)
    }
    return wrong
  }
})

const programs = {
  sh: { file: 'snippet.sh', program: '.' },
  js: { file: 'snippet.mjs', program: `"${process.execPath}"` },
  ts: { file: 'snippet.mts', program: `"${process.execPath}"` },
  python: { file: 'snippet.py', program: 'python3' },
  console: { file: 'snippet.sh', program: '.' },
}

const consoles = [...texts].filter(([, text]) => blocksOf(text).some(({ language }) => language === 'console'))

it.each(consoles)('the commands of %s exist', (_page, text) => {
  const blocks = blocksOf(text).filter(({ language }) => language === 'console')
  const commands = blocks.flatMap(({ code }) => commandsOf(code)).map(({ command }) => command)
  expect(commands.filter((command) => !isInstalled('sh', '-nc', command))).toEqual([])
  expect(commands.flatMap(pathsOf).filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  expect(commands.flatMap(callsOf).flatMap(unknownWords)).toEqual([])
})

/** The sections of the commands. A test of the CLI holds that this page has every command with its options. */
const commandSections = new Map(
  (texts.get('reference/cli.md') ?? '')
    .split('\n### ')
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] ?? '', section] as const),
)

/** The command of a call, or its options, that `matterbase` does not have. */
function unknownWords(words: readonly string[]): string[] {
  const call = words.join(' ')
  const [name, section] = [...commandSections].find(([command]) => call.startsWith(command)) ?? []
  if (section === undefined) return words[0]?.startsWith('--') ? [] : [call]
  const common = name === 'start' ? ['--help'] : ['--help', '--json']
  return words
    .flatMap((word) => word.match(/^--[a-z-]+/) ?? [])
    .filter((option) => !common.includes(option) && !new RegExp(`^\\| \`${option}[ \`]`, 'm').test(section))
}

it('finds the commands and options that do not exist', () => {
  expect(unknownWords(['accounts', 'create', '--email', 'a@example.com', '--nothing'])).toEqual(['--nothing'])
  expect(unknownWords(['unknown', 'command'])).toEqual(['unknown command'])
})

it.each([...texts])('the links of %s exist', async (page, text) => {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const inside = targets.filter((target) => !target.startsWith('http'))
  const found = await Promise.all(inside.map((target) => isTarget(page, target)))
  expect(inside.filter((_target, index) => !found[index])).toEqual([])
})

async function isTarget(page: string, target: string): Promise<boolean> {
  const [file = '', heading] = target.split('#')
  const at = new URL(file, new URL(page, folder))
  if (heading === undefined) return existsSync(at)
  const linked = await readFile(at, 'utf8').catch(() => '')
  return [...linked.matchAll(/^#+ (.+)$/gm)].some(([, title = '']) => anchorOf(title) === heading)
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

it('the index links every page', () => {
  const others = allPages.filter((page) => page !== 'index.md')
  expect(others.filter((page) => !texts.get('index.md')?.includes(`(${page})`))).toEqual([])
})
