export { endUnsentMails, forgetMailTexts } from './mail/forget-mails.ts'
export { forgetMailCounts } from './mail/mail-quota.ts'
export { mailsOf, mostAttachedBytes, type Attachment } from './mail/mails.ts'
export { findLastBackup, recordBackup } from './monitoring/backup-runs.ts'
export { addDatabaseGauges } from './monitoring/database-gauges.ts'
export { countDeliveries } from './monitoring/delivery-backlog.ts'
export { countMails } from './monitoring/mail-backlog.ts'
export { dropOldDay, forgetRequests, shrinkRequestLogs } from './request-log/forget.ts'
export type { LoggedRequest, RequestBatch } from './request-log/request-log.ts'
export { readLoggedRequest, requestBatch } from './request-log/request-log.ts'
export { createEndpoint, testEndpoint } from './webhooks/create-endpoint.ts'
export { deliveryListing, findDelivery } from './webhooks/deliveries.ts'
export { allEndpoints, findEndpoint, requireEndpoint } from './webhooks/endpoint.ts'
export { pendingAgain, settleHeld } from './webhooks/held.ts'
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
export { requestListing, requestsPerHour } from './request-log/list-requests.ts'
export { countResends, deliveriesPerHour, listFailingEndpoints } from './webhooks/delivery-counts.ts'
export { eventListing, findEvent } from './webhooks/event-log.ts'
export { findInboxByToken, listReceived, storeForListener, storeReceived } from './webhooks/inbox-requests.ts'
export { findSentRequest } from './webhooks/sent-request.ts'
