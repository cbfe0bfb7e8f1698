import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { freePort } from '@matterbase/config/testing'
import { vi } from 'vitest'

import { run } from '../package/packed.ts'

const folder = join(import.meta.dirname, 'registry')
const installed = join(folder, 'node_modules')

/** Yarn's program. */
export const yarn = join(installed, 'yarn/bin/yarn.js')

/** Installs the registry and Yarn by the hashes of their lockfile, at the first rehearsal only. */
export async function installTools(): Promise<void> {
  if (existsSync(join(installed, '.package-lock.json'))) return
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder })
}

export interface Registry {
  readonly url: string
  /** The lines of an .npmrc that may publish. */
  readonly npmrc: string
  stop(): Promise<void>
}

/** A registry on this machine that knows what is published to it, and asks no other one. */
export async function startRegistry(home: string): Promise<Registry> {
  await mkdir(home)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const config = join(home, 'config.yaml')
  await writeFile(
    config,
    JSON.stringify({
      storage: join(home, 'storage'),
      auth: { htpasswd: { file: join(home, 'htpasswd') } },
      uplinks: {},
      packages: { '**': { access: '$all', publish: '$authenticated' } },
      web: { enable: false },
      log: { type: 'stdout', format: 'json', level: 'fatal' },
    }),
  )
  const program = join(installed, 'verdaccio/bin/verdaccio')
  const child = spawn(process.execPath, [program, '--config', config, '--listen', `127.0.0.1:${port}`], {
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  try {
    await vi.waitFor(() => fetch(`${url}-/ping`), { timeout: 150_000, interval: 100 })
    return { url, npmrc: `registry=${url}\n//127.0.0.1:${port}/:_authToken=${await tokenOf(url)}\n`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function tokenOf(url: string): Promise<string> {
  const user = { name: 'release', password: randomBytes(16).toString('hex') }
  const response = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}
