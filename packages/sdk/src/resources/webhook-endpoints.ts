import type { ApiPromise } from '../requests/api-promise.ts'
import { data, nothing } from './crud.ts'
import type { Http } from '../requests/http.ts'
import { list, type List } from '../lists/list.ts'
import type { RequestOptions } from '../requests/request.ts'
import type {
  CreatedWebhookEndpoint,
  Delivery,
  DeliveryListParams,
  Replay,
  ReplayRequest,
  RotatedSecret,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookTest,
} from './webhook-types.ts'
import type { ListBody } from '../lists/wire.ts'

/** Webhook endpoints and their deliveries. */
export interface Webhooks {
  /**
   * All endpoints of the workspace, without their secrets.
   *
   * @example
   * const endpoints = await mb.webhooks.list()
   */
  list(options?: RequestOptions): ApiPromise<WebhookEndpoint[]>
  /**
   * Registers an address that events are sent to. The answer has its secret, this once.
   *
   * @throws {ConflictError} when the workspace has 20 endpoints already.
   * @example
   * const { id, secret } = await mb.webhooks.create({ url: 'https://crm.example/hooks', events: ['matter.created'] })
   */
  create(body: WebhookEndpointCreate, options?: RequestOptions): ApiPromise<CreatedWebhookEndpoint>
  /** One endpoint, without its secret. */
  get(id: number, options?: RequestOptions): ApiPromise<WebhookEndpoint>
  /**
   * Changes an endpoint, or switches it on or off.
   *
   * @example
   * await mb.webhooks.update(3, { is_active: true, held: 'skip' })
   */
  update(id: number, patch: WebhookEndpointUpdate, options?: RequestOptions): ApiPromise<WebhookEndpoint>
  /** Deletes an endpoint; what was not delivered to it is cancelled. */
  delete(id: number, options?: RequestOptions): ApiPromise<void>
  /** Queues a `ping.test` to this endpoint, active or not. */
  test(id: number, options?: RequestOptions): ApiPromise<WebhookTest>
  /**
   * A new secret; the old one goes on signing beside it for `overlap_hours`.
   *
   * @example
   * const { secret } = await mb.webhooks.rotateSecret(3, { overlap_hours: 48 })
   */
  rotateSecret(
    id: number,
    body?: {
      /** 0 to 168. Default 24. */
      overlap_hours?: number | undefined
    },
    options?: RequestOptions,
  ): ApiPromise<RotatedSecret>
  /**
   * What was sent to an endpoint or is to be sent, newest event first, with every attempt.
   *
   * @example
   * for await (const delivery of mb.webhooks.deliveries(3, { status: 'failed' })) console.log(delivery.last_error)
   */
  deliveries(id: number, params?: DeliveryListParams, options?: RequestOptions): List<Delivery>
  /** Sends one delivery again. @param deliveryId a Delivery's id, or the `delivery_id` of one of its attempts */
  retry(id: number, deliveryId: number | string, options?: RequestOptions): ApiPromise<Delivery>
  /**
   * Sends the deliveries of a span of time again.
   *
   * @example
   * await mb.webhooks.replay(3, { from: '2026-03-14', to: new Date() })
   */
  replay(id: number, body: ReplayRequest, options?: RequestOptions): ApiPromise<Replay>
}

const path = 'webhooks'
const asIs = <T>(body: T) => body

export const webhooks = (http: Http): Webhooks => ({
  list: (options) =>
    http.request(
      { method: 'GET', path: [path], decode: (body: { webhooks: WebhookEndpoint[] }) => body.webhooks },
      options,
    ),
  create: (body, options) =>
    http.request({ method: 'POST', path: [path], body, decode: asIs<CreatedWebhookEndpoint> }, options),
  get: (id, options) => http.request({ method: 'GET', path: [path, id], decode: data<WebhookEndpoint> }, options),
  update: (id, body, options) =>
    http.request({ method: 'PATCH', path: [path, id], body, decode: data<WebhookEndpoint> }, options),
  delete: (id, options) =>
    http.request({ method: 'DELETE', path: [path, id], answer: 'none', decode: nothing }, options),
  test: (id, options) => http.request({ method: 'POST', path: [path, id, 'test'], decode: asIs<WebhookTest> }, options),
  rotateSecret: (id, body = {}, options) =>
    http.request({ method: 'POST', path: [path, id, 'rotate-secret'], body, decode: asIs<RotatedSecret> }, options),
  deliveries: (id, params, options) =>
    list(http, { path: [path, id, 'deliveries'], query: { ...params }, decode: asIs<ListBody<Delivery>> }, options),
  retry: (id, deliveryId, options) =>
    http.request(
      { method: 'POST', path: [path, id, 'deliveries', deliveryId, 'retry'], decode: data<Delivery> },
      options,
    ),
  replay: (id, body, options) =>
    http.request({ method: 'POST', path: [path, id, 'replay'], body, decode: data<Replay> }, options),
})
