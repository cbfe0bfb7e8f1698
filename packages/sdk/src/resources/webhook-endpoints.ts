import type { ApiPromise } from '../requests/api-promise.ts'
import { nothing } from './methods.ts'
import { data } from '../lists/wire.ts'
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
} from '../generated/webhooks.ts'
import type { ListBody } from '../lists/wire.ts'

/** Response of a test. */
export interface WebhookTest {
  /** Always true. */
  success: boolean
  /** Message for people. */
  message: string
}

/** The operations of webhook endpoints and their deliveries. */
export interface Webhooks {
  /**
   * Lists all endpoints of the workspace, without their secrets.
   *
   * @example
   * const endpoints = await mb.webhooks.list()
   */
  list(options?: RequestOptions): ApiPromise<WebhookEndpoint[]>
  /**
   * Creates an endpoint. Store the `secret` of the result, because it is shown only now.
   *
   * @throws {ConflictError} if the workspace already has 20 endpoints.
   * @throws {PermissionError} if the API key cannot read the records of the events.
   * @example
   * const { id, secret } = await mb.webhooks.create({ url: 'https://crm.example/hooks', events: ['matter.created'] })
   */
  create(body: WebhookEndpointCreate, options?: RequestOptions): ApiPromise<CreatedWebhookEndpoint>
  /** Returns one endpoint, without its secret. */
  get(id: number, options?: RequestOptions): ApiPromise<WebhookEndpoint>
  /**
   * Changes, enables or disables an endpoint.
   *
   * @example
   * await mb.webhooks.update(3, { is_active: true, held: 'skip' })
   */
  update(id: number, patch: WebhookEndpointUpdate, options?: RequestOptions): ApiPromise<WebhookEndpoint>
  /** Deletes an endpoint and cancels its undelivered events. */
  delete(id: number, options?: RequestOptions): ApiPromise<void>
  /** Sends a `ping.test` to this endpoint, even if it is disabled. */
  test(id: number, options?: RequestOptions): ApiPromise<WebhookTest>
  /**
   * Creates a new secret. Deliveries are also signed with the old one for `overlap_hours`.
   *
   * @example
   * const { secret } = await mb.webhooks.rotateSecret(3, { overlap_hours: 48 })
   */
  rotateSecret(
    id: number,
    body?: {
      /** Hours, 0 to 168. Default 24. 0 ends the old secret immediately. */
      overlap_hours?: number | undefined
    },
    options?: RequestOptions,
  ): ApiPromise<RotatedSecret>
  /**
   * Lists the deliveries of an endpoint with their attempts, newest event first.
   *
   * @example
   * for await (const delivery of mb.webhooks.deliveries(3, { status: 'failed' })) console.log(delivery.last_error)
   */
  deliveries(id: number, params?: DeliveryListParams, options?: RequestOptions): List<Delivery>
  /**
   * Sends one delivery again.
   *
   * @param deliveryId the `id` of a delivery, or the `delivery_id` of one of its attempts
   */
  retry(id: number, deliveryId: number | string, options?: RequestOptions): ApiPromise<Delivery>
  /**
   * Sends the deliveries of a period again.
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
