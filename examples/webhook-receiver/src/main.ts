import type { WebhookEvent } from '@matterbase/sdk/webhooks'

import { readEnv } from './env.ts'
import { createReceiver } from './receiver.ts'

const asJson = process.argv.includes('--json')

function lineOf(event: WebhookEvent): string {
  if (asJson) return JSON.stringify(event)
  const kind = event.event === '$unknown' ? event.rawEvent : event.event
  return `${event.created_at} ${kind} event_id=${event.event_id} attempt=${event.attempt} ${JSON.stringify(event.data)}`
}

try {
  const { secrets, port } = readEnv(process.env)
  const receiver = createReceiver({
    secrets,
    onEvent: (event) => console.log(lineOf(event)),
    onRefused: (error) => console.error(`refused: ${error.message}`),
  })
  receiver.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  receiver.listen(port, () => console.error(`Waiting for events on port ${port}`))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      receiver.close()
      receiver.closeIdleConnections()
    })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
