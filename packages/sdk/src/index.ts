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
export type { AnyErrorCode, ErrorCode } from './errors/error-codes.ts'
export type { Query, QueryValue } from './encoding/encode.ts'
export type { ApiPromise, WithResponse } from './requests/api-promise.ts'
export type {
  Client,
  ClientCreate,
  ClientListParams,
  Clients,
  ClientStatus,
  ClientType,
  ClientUpdate,
} from './resources/clients.ts'
export type {
  Crud,
  DeleteOptions,
  Expand,
  Expanded,
  Fields,
  ListParams,
  Reads,
  Rows,
  Several,
  Shown,
  Sparse,
  TimedListParams,
  UpsertRow,
} from './resources/crud.ts'
export type { Upsert } from './lists/wire.ts'
export type { BulkOptions, UpsertResult } from './lists/bulk.ts'
export type { DeleteManyTarget, DeleteResult } from './lists/delete-many.ts'
export { clientStatuses, clientTypes } from './resources/clients.ts'
export { invoiceStatuses } from './resources/invoices.ts'
export { leadStatuses, leadUrgencies } from './resources/leads.ts'
export { matterStatuses } from './resources/matters.ts'
export { scopes } from './resources/me.ts'
export { deliveryStatuses, eventKinds } from './resources/webhook-types.ts'
export { expenseKinds, expenseStatuses } from './resources/expenses.ts'
export { rateSources, timeEntryStatuses } from './resources/time-entries.ts'
export type { Invoice, InvoiceListParams, InvoiceRelated, Invoices, InvoiceStatus } from './resources/invoices.ts'
export type * from './resources/payments.ts'
export type * from './resources/credit-notes.ts'
export type {
  CapturedLead,
  Lead,
  LeadCreate,
  LeadListParams,
  Leads,
  LeadStatus,
  LeadUrgency,
} from './resources/leads.ts'
export type { List } from './lists/list.ts'
export type { LogFields, Logger } from './config/logger.ts'
export type {
  Matter,
  MatterCreate,
  MatterListParams,
  MatterRelated,
  Matters,
  MatterStatus,
  MatterUpdate,
} from './resources/matters.ts'
export type { Me, Scope } from './resources/me.ts'
export type { ApiRequest, Middleware, Next } from './requests/middleware.ts'
export type { Page } from './lists/page.ts'
export type { RateLimit } from './requests/rate-limit.ts'
export type { Method, RawRequestOptions, RequestOptions } from './requests/request.ts'
export type { Deletion, SyncBatch, SyncCheckpoint } from './lists/sync-batch.ts'
export type { SyncOptions } from './lists/sync.ts'
export type { Throttle } from './requests/throttle.ts'
export type { UpsertManyOptions } from './lists/upsert-many.ts'
export type {
  Expense,
  ExpenseCreate,
  ExpenseKind,
  ExpenseListParams,
  ExpenseRelated,
  Expenses,
  ExpenseStatus,
  ExpenseUpdate,
} from './resources/expenses.ts'
export type {
  TimeEntries,
  TimeEntry,
  TimeEntryCreate,
  TimeEntryListParams,
  TimeEntryRelated,
  RateSource,
  TimeEntryStatus,
  TimeEntryUpdate,
} from './resources/time-entries.ts'
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
export type { Webhooks } from './resources/webhook-endpoints.ts'
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
} from './resources/webhook-types.ts'
export { validator } from './config/validate.ts'
export type { OnInvalid, StandardSchema, Validate } from './config/validate.ts'
export type {
  EventBase,
  EventMap,
  Ping,
  SignedDocument,
  UnknownWebhookEvent,
  WebhookEvent,
  WebhookEventOf,
} from './webhooks/events.ts'
export { version } from './version.ts'
