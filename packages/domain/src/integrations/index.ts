export { endUnsentMails, forgetMailTexts } from './mail/forget-mails.ts'
export { forgetMailCounts } from './mail/mail-quota.ts'
export { mailsOf, mostAttachedBytes, type Attachment } from './mail/mails.ts'
export { dropOldDay, forgetRequests, shrinkRequestLogs } from './request-log/forget.ts'
export type { LoggedRequest, RequestBatch } from './request-log/request-log.ts'
export { readLoggedRequest, recordRequests, requestBatch, requestLogJson } from './request-log/request-log.ts'
export { createEndpoint, testEndpoint } from './webhooks/create-endpoint.ts'
export { addDatabaseGauges } from './webhooks/database-gauges.ts'
export { deliveryJson, deliveryListing } from './webhooks/deliveries.ts'
export { allEndpoints, findEndpoint, requireEndpoint } from './webhooks/endpoint.ts'
export type { EndpointId } from './webhooks/held.ts'
export { sentAnew, settleHeld } from './webhooks/held.ts'
export {
  createListener,
  endAbandonedListeners,
  endListener,
  noteListening,
  receivedAfter,
  workspacesWithAbandonedListeners,
} from './webhooks/listeners.ts'
export { listMemberEndpoints, needsAny, type MemberEndpoint } from './webhooks/member-endpoints.ts'
export { requireOwnAddress } from './webhooks/own-address.ts'
export { replayDeliveries, retryDelivery } from './webhooks/resend.ts'
export { rotateSecret } from './webhooks/secret.ts'
export { clearInbox, createInbox, deleteInbox, findInbox, type TestInbox } from './webhooks/test-inbox.ts'
export { deleteEndpoint, updateEndpoint } from './webhooks/update-endpoint.ts'
