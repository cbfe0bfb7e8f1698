import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { NotFoundError } from '../src/errors/errors.ts'
import type { WithResponse } from '../src/requests/api-promise.ts'
import type { CreatedWebhookEndpoint } from '../src/resources/webhook-types.ts'
import type { CommandContext, DeveloperCommand } from './command.ts'
import { connect, connectionOptions } from './connect.ts'
import { targetOf } from './forward.ts'
import { createForwarder, type Forwarder } from './forwarder.ts'
import { type Listeners, listenersOf, type ReceivedRequest } from './listener.ts'
import { isPassing, sentenceOf } from './passing.ts'
import { untilStopped } from './stop-signals.ts'

export const listen: DeveloperCommand = {
  name: 'listen',
  summary:
    'Forwards the events of the test workspace to an address on your machine, signed as they are delivered. Ctrl-C ends it.',
  usage: '--forward-to URL [--events a,b]',
  options: {
    'forward-to': 'where deliveries go, such as http://localhost:4242/webhooks',
    events: 'the events to forward, separated by commas; default: all of them',
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
    const wanted = { events, secret: secretOf(apiKey), description: `matterbase listen on ${hostname()}`.slice(0, 255) }
    const stopped = untilStopped()
    const listener = await listeners.create(wanted)
    const held = { listener, create: () => listeners.create(wanted) }
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

/** The same for every listener with the same key, so that it need not be set anew in the receiver. */
const secretOf = (apiKey: string) =>
  `whsec_${createHmac('sha256', apiKey).update('matterbase listen').digest('base64')}`

function announce({ json, say }: CommandContext, { id, events, secret }: CreatedWebhookEndpoint, { href }: URL) {
  if (json) say(JSON.stringify({ endpoint_id: id, events, secret, forward_to: href }))
  else
    say(
      `Ready. ${events.length} kinds of event of the test workspace go to ${href}; Ctrl-C ends it.\n` +
        `Signing secret: ${secret} (the same each time with this key)\n`,
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

/** Asks for deliveries until it is stopped. @throws what does not pass by itself, such as a key that was revoked. */
async function receive(listeners: Listeners, held: Held, { context: { warn }, forwarder, stopped }: Receiving) {
  let after = 0
  let failures = 0
  let isGone = false
  while (!stopped.aborted) {
    try {
      if (isGone) {
        held.listener = await held.create()
        isGone = false
        warn('The server had not heard of this listener for two minutes and ended it; a new one goes on from now.')
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
      else if (isPassing(error)) {
        if (failures === 0) warn(`The connection is lost (${sentenceOf(error)}); trying again …`)
        await rest(Math.min(shortestPauseMs * 2 ** failures++, longestPauseMs), stopped)
      } else throw error
    }
  }
}

/** Half of what a key with a limit may send is left to others. */
function pauseAfter({ rateLimit, data: { data } }: WithResponse<{ data: readonly ReceivedRequest[] }>): number {
  return rateLimit && data.length > 0 ? 120_000 / rateLimit.limit : 0
}

const rest = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined)

async function remove(listeners: Listeners, { id }: CreatedWebhookEndpoint, { json, say, warn }: CommandContext) {
  try {
    await listeners.delete(id)
    if (!json) say('Ended: the endpoint is removed.')
  } catch (error) {
    // A 404 says the same.
    if (!(error instanceof NotFoundError))
      warn(`The endpoint could not be removed (${sentenceOf(error)}); the server ends it in two minutes.`)
  }
}
