import { join } from 'node:path'
import { freePort } from '@matterbase/config/testing'
import { vi } from 'vitest'
import { bin, matterbase, patience, run } from '../matterbase.ts'
import type { Run } from '../matterbase.ts'

/** A version of Matterbase on a database. */
export interface Installation {
  readonly url: string
  /** The folder of a former version. Default: this version. */
  readonly folder?: string | undefined
  /** True if it sends emails. No server answers, so they stay in the queue. Signers then need a code. Default false. */
  readonly canMail?: boolean
}

export interface Program extends Run {
  readonly origin: string
  stop(): Promise<void>
}

const programOf = ({ folder }: Installation) =>
  folder === undefined ? bin : join(folder, 'apps/cli/bin/matterbase.js')

const settingsOf = ({ url, canMail = false }: Installation): NodeJS.ProcessEnv => ({
  DATABASE_URL: url,
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  HOST: '127.0.0.1',
  // Links name this address in every version, whatever port an API has.
  PUBLIC_URL: 'http://127.0.0.1:3999',
  ...(canMail && { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'firm@example.com' }),
  WEBHOOK_ALLOW_PRIVATE: 'true',
})

/** Starts the API or a worker, and waits until it is ready. */
export async function startProgram(name: 'api' | 'worker', installation: Installation): Promise<Program> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = { ...settingsOf(installation), [name === 'api' ? 'PORT' : 'WORKER_PORT']: String(port) }
  const program = matterbase([name], env, [], programOf(installation))
  const failure = program.ended.then((code) => {
    throw new Error(`${name} ended with ${code}: ${JSON.stringify(program.output())}`)
  })
  failure.catch(() => undefined)
  const ready = vi.waitFor(async () => {
    const response = await fetch(`${origin}/readyz`)
    if (!response.ok) throw new Error(`${name} is not ready: ${response.status}`)
  }, patience)
  await Promise.race([ready, failure])
  return {
    ...program,
    origin,
    async stop() {
      program.child.kill('SIGTERM')
      await program.ended
    },
  }
}

/** Runs a command of a version. @throws Error when it fails. */
export async function command(installation: Installation, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, settingsOf(installation), [], programOf(installation))
  if (code !== 0) throw new Error(`matterbase ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}
