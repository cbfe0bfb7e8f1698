import type { Callback } from '../operations/callback.ts'
import { WebhookEvent } from './webhook-event.ts'

const unpaid = { paid_date: null, amount_paid: null }

/** The request to an endpoint, and the meaning of its responses. */
export const deliveryCallback: Callback = {
  name: 'event',
  to: '{$request.body#/url}',
  operationId: 'receiveEvent',
  summary: 'Delivery of an event to your endpoint',
  description:
    'Delivered at least once, in no particular order. Verify `X-Service-Signature` first, and respond within 15 seconds.',
  headers: {
    'X-Service-Event': { description: 'Name of the event, as `event` in the body.', example: 'matter.created' },
    'X-Service-Delivery': {
      description: 'ID of this attempt, as `delivery_id` in the body.',
      example: '0199a3f2-5c1e-7d3a-9b44-2f6e8a7c1d05',
    },
    'X-Service-Event-Id': {
      description: 'ID of the event, as `event_id` in the body. The same for every attempt and endpoint.',
      example: '6f1f2c1e-8f0b-4a6e-b5c8-3c2f4a9d7e11',
    },
    'X-Service-Signature': {
      description:
        '`sha256=` and the HMAC-SHA256 of the raw body in lowercase hex. The HMAC key is the whole secret, including `whsec_`.',
      example: 'sha256=19f6f9762feb1d22538aaa39246876101541f2918d5647407cbefe16c1172654',
    },
    'X-Service-Signature-Previous': {
      description: 'Signature with the previous secret, during the overlap after a rotation.',
      example: 'sha256=4b1d8c7f2d1f6b7f5a3f0e6c9d2b8a7145f6e3d2c1b0a998877665544332211f',
      isOptional: true,
    },
    'webhook-id': {
      description: 'ID of the event, for Standard Webhooks libraries.',
      example: '6f1f2c1e-8f0b-4a6e-b5c8-3c2f4a9d7e11',
    },
    'webhook-timestamp': {
      description: 'Time at which this attempt was signed, in seconds since 1970, for Standard Webhooks libraries.',
      example: '1772443800',
    },
    'webhook-signature': {
      description: 'Signatures for Standard Webhooks libraries, separated by spaces.',
      example: 'v1,C/2Uz97X5XF3NxcQqOlR4dK5YL1pxcjAjCiqBnlZCNg=',
    },
  },
  body: WebhookEvent,
  examples: {
    'matter.updated': { status: 'Settled' },
    'lead.updated': { status: 'qualified' },
    'invoice.created': { ...unpaid, status: 'draft' },
    'invoice.updated': { ...unpaid, status: 'cancelled', voided_at: '2026-03-14T09:26:53.589Z' },
    'invoice.deleted': { external_id: null },
    'invoice.sent': { ...unpaid, status: 'sent', open_amount: 1250.5 },
    'invoice.voided': { ...unpaid, status: 'cancelled', voided_at: '2026-03-14T09:26:53.589Z' },
    'document.sent': { status: 'sent', signed_at: null },
    'document.viewed': { status: 'sent', viewed_at: '2026-03-14T09:26:53.589Z', signed_at: null },
    'document.declined': { status: 'declined', declined_at: '2026-03-14T09:26:53.589Z', signed_at: null },
    'payment.deleted': { external_id: null },
    'invoice.overdue': { ...unpaid, status: 'overdue', open_amount: 1250.5 },
  },
  answers: {
    '2XX': 'Delivered. The event is not sent to this endpoint again.',
    '410': 'Gone. The delivery has failed, and the endpoint is disabled.',
    '429': 'Too many requests. Retried, not before `Retry-After`.',
    '503': 'Not available. Retried, not before `Retry-After`.',
    default: 'Retried. A delivery has ten attempts within about three days.',
  },
}
