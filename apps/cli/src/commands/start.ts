import { isExposed } from '@matterbase/config'
import type { Env } from '@matterbase/config'
import { migrate } from '@matterbase/db'
import { resolve } from 'node:path'
import type { Command, Context } from '../command.ts'
import { reachOf } from '../reach.ts'
import type { Demo, DemoOptions } from '../start/apart/demo.ts'
import { runApart } from '../start/apart/run-apart.ts'
import type { SetupLinkOptions } from '../start/apart/setup-link.ts'
import { allowsPrivate, describeNetwork } from '../start/network.ts'
import type { Network } from '../start/network.ts'
import { checkPort, checkRedis } from '../start/preflight.ts'
import { runProgram } from '../start/program.ts'
import { programs } from '../start/programs.ts'
import { waitUntilReady } from '../start/ready.ts'
import { listenForStop } from '../start/stop-signals.ts'
import type { StopSignals } from '../start/stop-signals.ts'
import { openStore } from '../start/store.ts'
import type { Store } from '../start/embedded-store.ts'
import { describeStart, runningLine } from '../start/welcome.ts'

export const start: Command = {
  name: 'start',
  summary: 'Runs everything: the database, the API with the dashboard, and the worker that sends webhooks.',
  usage: '',
  options: {},
  required: [],
  positionals: [],
  example: 'start',
  reads: 'cli',
  async run(context) {
    const signals = listenForStop()
    const stack: ((signals: StopSignals) => Promise<void>)[] = []
    try {
      await bringUp(context, signals, stack)
    } catch (error) {
      // A failure after a stop signal is not an error.
      if (!signals.asked.aborted) throw error
    } finally {
      if (signals.asked.aborted) context.say('\nStopping …')
      for (const undo of stack.toReversed()) await undo(signals)
      signals.dispose()
    }
    context.say('Stopped.')
    return undefined
  },
}

/** Resolves when a signal asks to stop; rejects when the server cannot continue. Pushes clean-up steps on the stack. */
async function bringUp(
  { env, source, say }: Context,
  signals: StopSignals,
  stack: ((signals: StopSignals) => Promise<void>)[],
): Promise<void> {
  const reach = reachOf(env)
  const { host, publicUrl } = reach
  if (env.PORT === 0) throw new Error('PORT must be a port from 1 to 65535, not "0"')
  await checkPort(env.PORT, host)
  if (env.REDIS_URL !== undefined) await checkRedis(env.REDIS_URL)

  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)
  const store = await openStore({ env, say, onLost: ended.reject })
  stack.push(({ hurry }) => store.close(hurry.aborted))
  await migrate(store.url)
  signals.asked.throwIfAborted()

  const { isEmbedded } = store
  const network: Network = { ...reach, isEmbedded, allowPrivate: env.WEBHOOK_ALLOW_PRIVATE }
  // One line for each request costs this process and the api as much as a small request, so it is off by default.
  const logging = { LOG_LEVEL: env.LOG_LEVEL ?? 'warn', LOG_FORMAT: env.LOG_FORMAT ?? 'text' }
  const childEnv = { ...source, ...describeEnv(store, network), ...logging }
  // Before the programs run, so that a script which waits for /readyz finds demo.env and the printed lines.
  const demo = isEmbedded ? await ensureDemo(demoOptionsOf(env, store, network)) : null
  const setupUrl = demo ? null : await makeSetupLink({ url: store.url, publicUrl })
  signals.asked.throwIfAborted()
  say(describeStart(publicUrl, demo, setupUrl))
  const accounts = { isEmpty: setupUrl !== null, isDemoLimited: demo?.isLimited ?? false }
  for (const line of describeNetwork(network, accounts)) say(`${line}\n`)

  const running = Object.entries(programs).map(([name, file]) => runProgram({ name, file, env: childEnv, say }))
  stack.push(async ({ hurry }) => void (await Promise.all(running.map((program) => program.stop(hurry)))))
  const broken = [ended.promise, ...running.map(({ failed }) => failed)]
  const giveUp = new AbortController()
  stack.push(async () => giveUp.abort())
  await Promise.race([waitUntilReady(host, env.PORT, AbortSignal.any([signals.asked, giveUp.signal])), ...broken])
  for (const program of running) program.markReady()
  say(runningLine)
  await Promise.race([aborted(signals.asked), ended.promise])
}

const ensureDemo = (options: DemoOptions) => runApart<Demo | null>('demo', options)
const demoOptionsOf = (env: Env<'cli'>, store: Store, network: Network): DemoOptions => ({
  url: store.url,
  dataDir: resolve(env.DATA_DIR),
  baseUrl: `${network.publicUrl}/api/v1`,
  isExposed: isExposed(network),
})
const makeSetupLink = (options: SetupLinkOptions) => runApart<string | null>('setup-link', options)

/** Environment variables that api and worker get in addition to those of this program. */
const describeEnv = (store: Store, network: Network) => ({
  HOST: network.host,
  PUBLIC_URL: network.publicUrl,
  ...(store.isEmbedded && { DATABASE_URL: store.url }),
  ENCRYPTION_KEY: store.encryptionKey,
  WEBHOOK_ALLOW_PRIVATE: String(allowsPrivate(network)),
})

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
}
