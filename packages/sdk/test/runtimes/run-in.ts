import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { vi } from 'vitest'

import { freePort } from '@matterbase/config/testing'
import { type PackedProject, run } from '../package/packed.ts'

const limitMs = 170_000

/** Runs `file` of a project, and gives what its program printed last. */
export const runIn = {
  Node: (path: string, project: PackedProject, file: string) => lastLine(path, [file], project),
  Bun: (path: string, project: PackedProject, file: string) => lastLine(path, ['run', file], project),
  Deno: (path: string, project: PackedProject, file: string, allow = ['--allow-net', '--allow-env']) =>
    lastLine(path, ['run', '--no-config', '--no-prompt', ...allow, file], project),
}

async function lastLine(path: string, args: readonly string[], { folder }: PackedProject): Promise<string> {
  return (await run(path, args, { cwd: folder })).trim().split('\n').at(-1) ?? ''
}

/** Serves a Worker of one file, and gives what it answers. */
export async function runInWorkerd(path: string, project: PackedProject, file: string): Promise<string> {
  const port = await freePort()
  await project.write('config.capnp', config(file, port))
  const args = ['serve', join(project.folder, 'config.capnp')]
  const child = spawn(path, args, { cwd: project.folder, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const url = `http://127.0.0.1:${port}/`
    await vi.waitFor(() => fetch(url, { method: 'HEAD' }), { timeout: 150_000, interval: 100 })
    return await (await fetch(url, { signal: AbortSignal.timeout(limitMs) })).text()
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}

const config = (file: string, port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "${file}", esModule = embed "${file}")],
      compatibilityDate = "2026-01-01",
      compatibilityFlags = ["nodejs_compat"],
    )),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`
