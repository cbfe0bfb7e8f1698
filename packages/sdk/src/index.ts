export { Matterbase } from './client.ts'
export type { MatterbaseOptions } from './config.ts'
export { ConfigError, MatterbaseError } from './error-base.ts'
export {
  AbortError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  DecodeError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './errors.ts'
export type { ErrorDetail } from './errors.ts'
export type { ApiPromise, WithResponse } from './api-promise.ts'
export type {
  Client,
  ClientCreate,
  ClientListParams,
  Clients,
  ClientStatus,
  ClientType,
  ClientUpdate,
} from './clients.ts'
export type { Crud, DeleteOptions, ListParams, Rows, TimedListParams, Upsert, UpsertRow } from './crud.ts'
export type { Invoice, InvoiceListParams, Invoices, InvoiceStatus } from './invoices.ts'
export type { CapturedLead, Lead, LeadCreate, Leads, LeadStatus, LeadUrgency } from './leads.ts'
export type { List } from './list.ts'
export type { LogFields, Logger } from './logger.ts'
export type { Matter, MatterCreate, MatterListParams, Matters, MatterStatus, MatterUpdate } from './matters.ts'
export type { Me, Scope } from './me.ts'
export type { ApiRequest, Middleware, Next } from './middleware.ts'
export type { Page } from './page.ts'
export type { RateLimit } from './rate-limit.ts'
export type { RequestOptions } from './request.ts'
export type { Deletion, SyncBatch, SyncCheckpoint, SyncOptions } from './sync.ts'
export { createThrottle } from './throttle.ts'
export type { Throttle } from './throttle.ts'
export type { UpsertManyOptions, UpsertResult } from './upsert-many.ts'
export type {
  TimeEntries,
  TimeEntry,
  TimeEntryCreate,
  TimeEntryListParams,
  TimeEntryStatus,
  TimeEntryUpdate,
} from './time-entries.ts'
export type {
  AbortSignalLike,
  Fetch,
  FetchInit,
  HeadersLike,
  ResponseLike,
  WebAbortSignal,
  WebHeaders,
  WebResponse,
} from './web-types.ts'
export type { Webhooks } from './webhook-endpoints.ts'
export type {
  CreatedWebhookEndpoint,
  Delivery,
  DeliveryAttempt,
  DeliveryListParams,
  DeliveryStatus,
  EventKind,
  Replay,
  ReplayRequest,
  RotatedSecret,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  WebhookTest,
} from './webhook-types.ts'
export { validator } from './validate.ts'
export type { OnInvalid, StandardSchema, Validate } from './validate.ts'
export { version } from './version.ts'
