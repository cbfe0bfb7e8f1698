import type { CommandContext } from './command.ts'
import { type Forwarded, forward } from './forward.ts'
import type { ReceivedRequest } from './listener.ts'

export interface Forwarder {
  /** Resolves once the delivery is on its way. */
  take(request: ReceivedRequest): Promise<void>
  /** Breaks off what is under way. */
  end(): Promise<void>
}

interface ForwarderOptions {
  readonly target: URL
  readonly context: Pick<CommandContext, 'json' | 'say'>
  readonly stopped: AbortSignal
}

// As many as the service sends to one endpoint at a time.
const mostAtOnce = 5

/** Forwards deliveries, some at a time, and says of each what became of it. */
export function createForwarder({ target, context: { json, say }, stopped }: ForwarderOptions): Forwarder {
  const underWay = new Set<Promise<void>>()

  async function send(request: ReceivedRequest): Promise<void> {
    const outcome = await forward(request, target, stopped)
    // We broke it off ourselves.
    if (stopped.aborted && outcome.status === null) return
    const report = { ...nameOf(request), ...outcome }
    say(json ? JSON.stringify(report) : lineOf(report))
  }

  return {
    async take(request) {
      while (underWay.size >= mostAtOnce) await Promise.race(underWay)
      const sending: Promise<void> = send(request).finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    async end() {
      await Promise.all(underWay)
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
