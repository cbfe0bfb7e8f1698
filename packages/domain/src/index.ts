export { createAccount, findWorkspace, findWorkspaceOf, insertAccount, normaliseEmail } from './accounts/accounts.ts'
export type { AccountSummary, NewAccount } from './accounts/accounts.ts'
export { renameAccount } from './accounts/rename-account.ts'
export { documentDetailsJson, documentJson, findDocument } from './documents/document-json.ts'
export { createDocument, setDocumentContent } from './documents/documents.ts'
export type { DocumentContent } from './documents/documents.ts'
export { findFirm, updateFirm } from './firm/firm.ts'
export { imageOf } from './firm/image.ts'
export { findLogo, setLogo } from './firm/logo.ts'
export { mannersOf } from './firm/manners.ts'
export { recordEventFor, recordEvents } from './tx/events.ts'
export { findInvoice, requireInvoice } from './invoices/find-invoice.ts'
export { exportInvoices, listInvoices } from './invoices/list-invoices.ts'
export { forgetSignIns } from './sign-in/forget-sign-ins.ts'
export { sentAnew, settleHeld } from './webhooks/held.ts'
export type { EndpointId } from './webhooks/held.ts'
export { invoiceColumns, invoiceJson } from './invoices/invoice-json.ts'
export { lineJson } from './invoices/invoice-lines.ts'
export type { NewLine } from './invoices/invoice-lines.ts'
export { nextInvoiceNumber } from './invoices/invoice-numbers.ts'
export { createInvoice, setInvoiceStatus } from './invoices/invoices.ts'
export { markOverdue, workspacesWithOverdue } from './invoices/overdue.ts'
export type { NewInvoice } from './invoices/invoices.ts'
export { readKey, readKeys, usesOfKey } from './keys/key-details.ts'
export type { KeyDetails } from './keys/key-details.ts'
export { createKey, revokeKey, rotateKey } from './keys/key-verbs.ts'
export { findWorkspaceOfKey, hashKey, listKeys } from './keys/keys.ts'
export type { ListedKey } from './keys/keys.ts'
export { listMemberKeys } from './keys/member-keys.ts'
export type { MemberKey } from './keys/member-keys.ts'
export { changeRole, removeMember } from './members/change-members.ts'
export { inviteMember, makeMemberResetLink, withdrawInvite } from './members/invitations.ts'
export { addMember, listMembers } from './members/members.ts'
export { findLink, linkExpired, listInvites, makeLink } from './sign-in/one-time-links.ts'
export type { LinkPurpose, MadeLink, NewLink, OneTimeLink } from './sign-in/one-time-links.ts'
export { makeResetLink } from './sign-in/password-reset.ts'
export type { ResetOptions } from './sign-in/password-reset.ts'
export { passwordProblem } from './sign-in/password-rules.ts'
export { hashPassword, isOutdatedHash, verifyPassword } from './sign-in/passwords.ts'
export { renewRecoveryCodes, takeRecoveryCode } from './sign-in/recovery-codes.ts'
export {
  forgetRequests,
  readLoggedRequest,
  recordRequests,
  requestLogJson,
  shrinkRequestLogs,
} from './request-log/request-log.ts'
export type { LoggedRequest } from './request-log/request-log.ts'
export { addSampleData, resetToSampleData } from './sample/sample-data.ts'
export { databaseProblem } from './sealing/database-problem.ts'
export { rewrapSecrets } from './sealing/rewrap.ts'
export { sealingKeys } from './sealing/sealing-keys.ts'
export type { Rewrapped } from './sealing/rewrap.ts'
export { forgetDevices, isKnownDevice, rememberDevice } from './sign-in/known-devices.ts'
export { countUsage, isFull, storedAnswersQuota } from './tx/storage-usage.ts'
export {
  countCodeTry,
  createSession,
  endListedSession,
  endSession,
  endSessionsOf,
  findSession,
  hashToken,
  listSessions,
  noteAuthentication,
  renewSession,
} from './sign-in/sessions.ts'
export type { FoundSession, ListedSession, NewSession } from './sign-in/sessions.ts'
export { beginTry, forgiveTry, refuseTry } from './sign-in/sign-in-limits.ts'
export type { AdmittedTry, RefusedTry, SignInTry } from './sign-in/sign-in-limits.ts'
export { findSignLink, renewSignLink, revokeSignLink } from './documents/sign-links.ts'
export type { SignLink } from './documents/sign-links.ts'
export {
  declineDocument,
  findContent,
  findDocumentToSign,
  noteView,
  signDocument,
  signerOf,
} from './documents/signing.ts'
export type { DocumentToSign, Signature } from './documents/signing.ts'
export { newTotpSecret, takeTotpStep, totpCode, totpContext, totpStep, totpUri } from './sign-in/totp.ts'
export { updateInvoice } from './invoices/update-invoice.ts'
export { addUser, findUser, removeTotp, setPassword } from './sign-in/users.ts'
export type { SignInUser } from './sign-in/users.ts'
export { listRates, ratedMembers, rateFor, removeRate, setRate } from './rates/rates.ts'
export { unbilledByClient, unbilledOfClient, unbilledTime } from './time/unbilled-time.ts'
export { words } from './tx/words.ts'
export { write } from './tx/write.ts'
export type { Tx, WriteOptions } from './tx/write.ts'
export { requirePermission, systemActor } from './verbs/actor.ts'
export type { Actor, ByKey, ByUser, Visitor } from './verbs/actor.ts'
export { invalidFields, notFound, RefusedError } from './verbs/refused.ts'
export { readPage } from './records/lists/list.ts'
export type { Listing, Page, PageOf, PageQuery } from './records/lists/list.ts'
export type { Exported } from './records/lists/export.ts'
export { shown } from './records/lists/shown.ts'
export type { Showing } from './records/lists/shown.ts'
export { records } from './records/kinds.ts'
export type { Done } from './records/many.ts'
export type { RecordKind } from './records/record-kind.ts'
export type { RecordQuery } from './records/lists/record-list.ts'
export { save } from './records/save.ts'
export type { Outcome, Saved } from './records/save.ts'
export { recordTable } from './records/table/table.ts'
export { recordStore } from './records/store.ts'
export type { RecordStore } from './records/store.ts'
export type { StoredRecord, Values } from './records/record.ts'
export type { Upsert, Wanted } from './records/wanted.ts'
export { requireUnchanged, tagOf } from './records/tag.ts'
export { titleOf } from './records/title.ts'
export type { Seen } from './records/tag.ts'
export { captureLead } from './leads/capture.ts'
export { decisionsOn, findMatches } from './leads/conflicts.ts'
export { convertLead } from './leads/convert.ts'
export { decideConflict } from './leads/decide.ts'
export { boardLeadJson, findLead, findLeadJson, isIdentified, leadColumns, leadJson } from './leads/lead.ts'
export { leadScore } from './leads/score.ts'
export { updateLead } from './leads/update.ts'
export { changeTimer, currentTimer, discardTimer, startTimer, stopTimer } from './time/timer.ts'
export { findIntakeForm, saveIntakeForm } from './leads/intake-form.ts'
export type { IntakeForm } from './leads/intake-form.ts'
export { createEndpoint, testEndpoint } from './webhooks/create-endpoint.ts'
export { addDatabaseGauges } from './webhooks/database-gauges.ts'
export { deliveryJson, deliveryListing } from './webhooks/deliveries.ts'
export { allEndpoints, findEndpoint, requireEndpoint } from './webhooks/endpoint.ts'
export {
  createListener,
  endAbandonedListeners,
  endListener,
  noteListening,
  receivedAfter,
  workspacesWithAbandonedListeners,
} from './webhooks/listeners.ts'
export { replayDeliveries, retryDelivery } from './webhooks/resend.ts'
export { rotateSecret } from './webhooks/secret.ts'
export { clearInbox, createInbox, deleteInbox, findInbox } from './webhooks/test-inbox.ts'
export type { TestInbox } from './webhooks/test-inbox.ts'
export { deleteEndpoint, updateEndpoint } from './webhooks/update-endpoint.ts'
export { beginTotp, disableTotp, enableTotp, replaceRecoveryCodes } from './security/second-factor.ts'
export { changePassword, endOtherSessions, endOwnSession, switchSession } from './security/sessions.ts'
export { exportAudit, listExport } from './security/exports.ts'
export { acceptInvite, inviteRefused, resetPassword, setUp } from './security/follow-link.ts'
export { beginSession, completeSession, entrant, signOut } from './security/sign-in.ts'
export type { Begun, Entrant, Factor } from './security/sign-in.ts'
