export { Matterbase } from './client.ts'
export type { MatterbaseOptions } from './config/config.ts'
export { ConfigError, MatterbaseError } from './errors/error-base.ts'
export {
  AbortError,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  DecodeError,
  IdempotencyError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  SyncResetError,
  TimeoutError,
} from './errors/errors.ts'
export type { ApiErrorInit, ErrorDetail, RowFailure } from './errors/errors.ts'
export * from './generated/index.ts'
export type { ErrorCode } from './generated/error-codes.ts'
export type { EventMap, Ping, SignedDocument } from './generated/events.ts'
export type { CapturedLead, Leads } from './resources/leads.ts'
export type { WebhookTest, Webhooks } from './resources/webhook-endpoints.ts'
export type { AnyErrorCode } from './errors/error-codes.ts'
export type { Query, QueryValue } from './encoding/encode.ts'
export type { ApiPromise, WithResponse } from './requests/api-promise.ts'
export type {
  Crud,
  DayRange,
  DeleteOptions,
  Expand,
  Expanded,
  Fields,
  ListParams,
  Metadata,
  Reads,
  Rows,
  Several,
  Shown,
  Sparse,
  TimedListParams,
  UpsertRow,
  WriteOptions,
} from './resources/crud.ts'
export type { Upsert } from './lists/wire.ts'
export type { BulkOptions, UpsertResult } from './lists/bulk.ts'
export type { DeleteManyTarget, DeleteResult } from './lists/delete-many.ts'
export type { List } from './lists/list.ts'
export type { LogFields, Logger } from './config/logger.ts'
export type { ApiRequest, Middleware, Next } from './requests/middleware.ts'
export type { Page } from './lists/page.ts'
export type { RateLimit } from './requests/rate-limit.ts'
export type { Method, RawRequestOptions, RequestOptions } from './requests/request.ts'
export type { Deletion, SyncBatch, SyncCheckpoint } from './lists/sync-batch.ts'
export type { SyncOptions } from './lists/sync.ts'
export type { Throttle } from './requests/throttle.ts'
export type { UpsertManyOptions } from './lists/upsert-many.ts'
export type {
  AbortSignalLike,
  Fetch,
  FetchInit,
  HeadersLike,
  ResponseLike,
  WebAbortSignal,
  WebHeaders,
  WebResponse,
} from './config/web-types.ts'
export { validator } from './config/validate.ts'
export type { OnInvalid, StandardSchema, Validate } from './config/validate.ts'
export type { EventBase, UnknownWebhookEvent, WebhookEvent, WebhookEventOf } from './webhooks/events.ts'
export { version } from './version.ts'
