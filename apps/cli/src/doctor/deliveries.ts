import { countDeliveries } from '@matterbase/domain'
import { count } from '../count.ts'
import { ok, problem, warning } from './finding.ts'
import type { Check } from './finding.ts'

const patienceSeconds = 120

export const checkDeliveries: Check = async ({ db, env }) => {
  const backlog = await countDeliveries(db, env.WEBHOOK_IN_FLIGHT?.perEndpoint)
  const { due, later, oldest_due_seconds: seconds, waiting_for_receiver: waiting, paused, switched_off: off } = backlog
  const found = `${due} due, ${later} later; the oldest has been due for ${Math.round(seconds)} s`
  return [
    seconds > patienceSeconds
      ? problem(found, 'check that a worker runs ("matterbase worker"), and read its log')
      : ok(found),
    ...(waiting > 0
      ? [
          ok(
            `${waiting} waiting for receivers that fail or are slow; ${count(paused, 'webhook endpoint')} paused. The owners of these receivers act`,
          ),
        ]
      : []),
    ...(off > 0
      ? [
          warning(
            `${count(off, 'webhook endpoint')} disabled`,
            'open Webhooks in the dashboard: undelivered events are held for 30 days',
          ),
        ]
      : []),
  ]
}
