import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { NotFoundError } from '../src/errors/errors.ts'
import type { WithResponse } from '../src/requests/api-promise.ts'
import type { CreatedWebhookEndpoint } from '../src/generated/webhooks.ts'
import type { CommandContext, DeveloperCommand } from './command.ts'
import { connect, connectionOptions } from './connect.ts'
import { targetOf } from './forward.ts'
import { createForwarder, type Forwarder } from './forwarder.ts'
import { type Listeners, listenersOf, type ReceivedRequest } from './listener.ts'
import { isTransient, messageOf } from './passing.ts'
import { untilStopped } from './stop-signals.ts'

export const listen: DeveloperCommand = {
  name: 'listen',
  summary: 'Forwards signed events of the test workspace to an address on your machine. Press Ctrl-C to stop.',
  usage: '--forward-to URL [--events a,b]',
  options: {
    'forward-to': 'the address of your receiver, such as http://localhost:4242/webhooks',
    events: 'the events to forward, separated by commas; default: all that the API key can read',
    ...connectionOptions,
  },
  required: ['forward-to'],
  positionals: [],
  example: 'listen --forward-to http://localhost:4242/webhooks --events matter.created,invoice.paid',
  async run(context) {
    const { options } = context
    const target = targetOf(options['forward-to'] ?? '')
    const events = options['events']?.split(',').map((event) => event.trim())
    const { apiKey, mb } = connect(context)
    const listeners = listenersOf(mb)
    const request = {
      events,
      secret: secretOf(apiKey),
      description: `matterbase listen on ${hostname()}`.slice(0, 255),
    }
    const stopped = untilStopped()
    const listener = await listeners.create(request)
    const held = { listener, create: () => listeners.create(request) }
    announce(context, listener, target)
    const forwarder = createForwarder({ target, context, stopped })
    try {
      await receive(listeners, held, { context, forwarder, stopped })
    } finally {
      await forwarder.end()
      await remove(listeners, held.listener, context)
    }
    return undefined
  },
}

/** The same for every listener with this API key, so that you set it only once in your receiver. */
const secretOf = (apiKey: string) =>
  `whsec_${createHmac('sha256', apiKey).update('matterbase listen').digest('base64')}`

function announce({ json, say }: CommandContext, { id, events, secret }: CreatedWebhookEndpoint, { href }: URL) {
  if (json) say(JSON.stringify({ endpoint_id: id, events, secret, forward_to: href }))
  else
    say(
      `Ready. ${events.length} events of the test workspace go to ${href}. Press Ctrl-C to stop.\n` +
        `Signing secret: ${secret} (the same each time for this API key)\n`,
    )
}

interface Receiving {
  readonly context: CommandContext
  readonly forwarder: Forwarder
  readonly stopped: AbortSignal
}

interface Held {
  listener: CreatedWebhookEndpoint
  readonly create: () => PromiseLike<CreatedWebhookEndpoint>
}

const shortestPauseMs = 500
const longestPauseMs = 5_000

/** Reads deliveries until it is stopped. @throws errors that a retry cannot fix, such as a revoked API key. */
async function receive(listeners: Listeners, held: Held, { context: { warn }, forwarder, stopped }: Receiving) {
  let after = 0
  let failures = 0
  let isGone = false
  while (!stopped.aborted) {
    try {
      if (isGone) {
        held.listener = await held.create()
        isGone = false
        warn(
          'The server ended this listener after two minutes without a connection. A new listener forwards events from now on.',
        )
      }
      const answer = await listeners.requests(held.listener.id, after, stopped)
      if (failures > 0) warn('The connection is back.')
      failures = 0
      for (const request of answer.data.data) {
        await forwarder.take(request)
        after = request.id
      }
      await rest(pauseAfter(answer), stopped)
    } catch (error) {
      if (stopped.aborted) return
      if (error instanceof NotFoundError && !isGone) isGone = true
      else if (isTransient(error)) {
        if (failures === 0) warn(`The connection is lost (${messageOf(error)}). Trying again …`)
        await rest(Math.min(shortestPauseMs * 2 ** failures++, longestPauseMs), stopped)
      } else throw error
    }
  }
}

/** Uses at most half of the rate limit of the API key. */
function pauseAfter({ rateLimit, data: { data } }: WithResponse<{ data: readonly ReceivedRequest[] }>): number {
  return rateLimit && data.length > 0 ? 120_000 / rateLimit.limit : 0
}

const rest = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined)

async function remove(listeners: Listeners, { id }: CreatedWebhookEndpoint, { json, say, warn }: CommandContext) {
  try {
    await listeners.delete(id)
    if (!json) say('Stopped. The endpoint is removed.')
  } catch (error) {
    // A 404 means that it is removed already.
    if (!(error instanceof NotFoundError))
      warn(`The endpoint could not be removed (${messageOf(error)}). The server removes it in two minutes.`)
  }
}
