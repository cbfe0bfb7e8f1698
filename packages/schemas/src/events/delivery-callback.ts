import type { Callback } from '../operations/callback.ts'
import { WebhookEvent } from './webhook-event.ts'

const unpaid = { paid_date: null, amount_paid: null }

/** What an endpoint is sent, and what its answers mean. */
export const deliveryCallback: Callback = {
  name: 'event',
  to: '{$request.body#/url}',
  operationId: 'receiveEvent',
  summary: 'An event, as it is sent to the endpoint',
  description:
    'Sent at least once, in no particular order, and to be answered within 15 seconds. Verify `X-Service-Signature` before anything else.',
  headers: {
    'X-Service-Event': { description: 'The kind of event; `event` in the body.', example: 'matter.created' },
    'X-Service-Delivery': {
      description: 'The id of this attempt; `delivery_id` in the body.',
      example: '0199a3f2-5c1e-7d3a-9b44-2f6e8a7c1d05',
    },
    'X-Service-Event-Id': {
      description: 'The id of the event, the same over all attempts and endpoints; `event_id` in the body.',
      example: '6f1f2c1e-8f0b-4a6e-b5c8-3c2f4a9d7e11',
    },
    'X-Service-Signature': {
      description: '`sha256=` and the lowercase hex HMAC-SHA256 of the raw body, keyed with the whole secret.',
      example: 'sha256=19f6f9762feb1d22538aaa39246876101541f2918d5647407cbefe16c1172654',
    },
    'X-Service-Signature-Previous': {
      description: 'The same with the secret before, during the overlap after a rotation.',
      example: 'sha256=4b1d8c7f2d1f6b7f5a3f0e6c9d2b8a7145f6e3d2c1b0a998877665544332211f',
      isOptional: true,
    },
    'webhook-id': {
      description: 'The id of the event, for Standard Webhooks libraries.',
      example: '6f1f2c1e-8f0b-4a6e-b5c8-3c2f4a9d7e11',
    },
    'webhook-timestamp': {
      description: 'When this attempt was signed, in seconds since 1970, for Standard Webhooks libraries.',
      example: '1772443800',
    },
    'webhook-signature': {
      description: 'Signatures for Standard Webhooks libraries, with spaces between them.',
      example: 'v1,C/2Uz97X5XF3NxcQqOlR4dK5YL1pxcjAjCiqBnlZCNg=',
    },
  },
  body: WebhookEvent,
  examples: {
    'matter.updated': { status: 'Settled' },
    'lead.updated': { status: 'qualified' },
    'invoice.created': { ...unpaid, status: 'draft' },
    'invoice.updated': { ...unpaid, status: 'cancelled' },
    'invoice.overdue': { ...unpaid, status: 'overdue' },
  },
  answers: {
    '2XX': 'Taken. The event is not sent to this endpoint again.',
    '410': 'Gone: the delivery has failed for good, and the endpoint is switched off.',
    '429': 'Too many at once: sent again, not before `Retry-After`.',
    '503': 'Not now: sent again, not before `Retry-After`.',
    default: 'Sent again, ten times in all over four days.',
  },
}
