import type { CommandContext } from './command.ts'
import { type Forwarded, forward } from './forward.ts'
import type { ReceivedRequest } from './listener.ts'

export interface Forwarder {
  /** Resolves when the delivery is being sent. */
  take(request: ReceivedRequest): Promise<void>
  /** Resolves when all deliveries have ended. */
  end(): Promise<void>
}

interface ForwarderOptions {
  readonly target: URL
  readonly context: Pick<CommandContext, 'json' | 'say'>
  readonly stopped: AbortSignal
}

// The server sends as many to one endpoint at the same time.
const mostAtOnce = 5

/** Forwards deliveries in parallel and prints the result of each. */
export function createForwarder({ target, context: { json, say }, stopped }: ForwarderOptions): Forwarder {
  const inFlight = new Set<Promise<void>>()

  async function send(request: ReceivedRequest): Promise<void> {
    const outcome = await forward(request, target, stopped)
    // Aborted by Ctrl-C.
    if (stopped.aborted && outcome.status === null) return
    const report = { ...nameOf(request), ...outcome }
    say(json ? JSON.stringify(report) : lineOf(report))
  }

  return {
    async take(request) {
      while (inFlight.size >= mostAtOnce) await Promise.race(inFlight)
      const sending: Promise<void> = send(request).finally(() => inFlight.delete(sending))
      inFlight.add(sending)
    },
    async end() {
      await Promise.all(inFlight)
    },
  }
}

type Named = ReturnType<typeof nameOf>

function nameOf({ headers }: ReceivedRequest) {
  const header = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
  return { event: header('x-service-event'), event_id: header('x-service-event-id') }
}

function lineOf({ event, event_id: id, status, error, ms }: Named & Forwarded): string {
  const time = new Date().toTimeString().slice(0, 8)
  return `${time}  ${event.padEnd(18)}  ${status ?? `failed: ${error}`}  ${ms} ms  ${id}`
}
