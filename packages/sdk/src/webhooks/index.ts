export { ConfigError } from '../errors/error-base.ts'
export type { RawBody } from './body.ts'
export { constructEvent } from './construct-event.ts'
export type { ConstructEventOptions } from './construct-event.ts'
export { WebhookVerificationError } from './errors.ts'
export type { WebhookErrorCode } from './errors.ts'
export type {
  ChangeEvent,
  ChangeKind,
  DeletedRecord,
  EventBase,
  EventMap,
  Ping,
  SignedDocument,
  UnknownWebhookEvent,
  WebhookEvent,
  WebhookEventOf,
} from './events.ts'
export type { DedupeStore, HandlerOptions } from './handle.ts'
export type { HeadersInput } from './headers.ts'
export { createNodeHandler } from './node-handler.ts'
export type { NodeRequestLike, NodeResponseLike } from './node-handler.ts'
export { createWebHandler } from './web-handler.ts'
export { signPayload, verifySignature } from './verify.ts'
export type { Secret, VerifyOptions } from './verify.ts'
export type { RequestLike, WebRequest, WebResponse } from '../config/web-types.ts'
