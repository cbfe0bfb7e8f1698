import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { root as sdk, run } from '../package/packed.ts'

const repository = join(sdk, '../..')

/** Without the settings that pnpm gives to the programs that it runs, and with its own caches. */
export function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^p?npm_/i.test(name))
  return { ...Object.fromEntries(inherited), HOME: home, NO_COLOR: '1', npm_config_cache: join(home, 'npm') }
}

/** The repository as a commit of its own, with the installed packages of this one. */
export async function copyRepository(copy: string, npmrc: string): Promise<void> {
  const files = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: repository })
  for (const file of new Set(files.split('\0').filter((name) => name && existsSync(join(repository, name))))) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    await cp(join(repository, file), join(copy, file))
  }
  for (const folder of ['.', 'packages/sdk']) await linkPackages(join(repository, folder), join(copy, folder))
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Release', '-c', 'user.email=release@example.com', ...args], { cwd: copy })
  await git('init', '--quiet', '--initial-branch=main')
  await git('add', '--all')
  await git('commit', '--quiet', '--no-gpg-sign', '--message=Release')
  await writeFile(join(copy, '.npmrc'), npmrc)
}

// pnpm refuses a node_modules that is a link itself, or a link to its state.
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(join(to, 'node_modules'))
  const names = await readdir(join(from, 'node_modules'))
  for (const name of names.filter((each) => !each.startsWith('.') || ['.bin', '.pnpm'].includes(each)))
    await symlink(join(from, 'node_modules', name), join(to, 'node_modules', name))
}

/** What users of the SDK will read about the next release. If all is released, one is made up. */
export async function ensureChangeset(copy: string): Promise<void> {
  const folder = join(copy, '.changeset')
  if ((await readdir(folder)).some((name) => name.endsWith('.md'))) return
  await writeFile(join(folder, 'rehearsal.md'), `---\n'@matterbase/sdk': patch\n---\n\nA change\n`)
}

/** A command of the release workflow, which has to contain it as one line. */
export async function commandOf(pattern: RegExp): Promise<string> {
  const workflow = await readFile(join(repository, '.github/workflows/release.yml'), 'utf8')
  const [, command] = [...workflow.matchAll(/^ +(?:- )?run: (.*)$/gm)].find(([, line = '']) => pattern.test(line)) ?? []
  if (!command) throw new Error(`The release workflow has no command ${pattern.source}`)
  return command
}
