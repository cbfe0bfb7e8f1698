export { createAccount, findWorkspace, insertAccount, normaliseEmail } from './accounts.ts'
export type { AccountSummary, NewAccount } from './accounts.ts'
export { recordAudit } from './audit.ts'
export type { AuditedAction } from './audit.ts'
export { createDb } from './client.ts'
export type { Db, DbOptions } from './client.ts'
export {
  addDocument,
  createDocument,
  documentDetailsJson,
  documentJson,
  findDocument,
  setDocumentContent,
} from './documents.ts'
export type { DocumentContent, NewDocument } from './documents.ts'
export { findPostgres, startPostgres } from './embedded-postgres.ts'
export type { RunningPostgres, StartPostgresOptions } from './embedded-postgres.ts'
export { guardPostgres } from './embedded/guard.ts'
export { recordEventFor, recordEvents } from './events.ts'
export { findInvoice } from './find-invoice.ts'
export { forgetSignIns } from './forget-sign-ins.ts'
export { Environment, Prisma, RateTier } from './generated/client.ts'
export { sentAnew, settleHeld } from './held.ts'
export type { EndpointId } from './held.ts'
export { invoiceJson, invoiceStatuses } from './invoice-json.ts'
export type { InvoiceStatus } from './invoice-json.ts'
export { lineJson } from './invoice-lines.ts'
export type { NewLine } from './invoice-lines.ts'
export { nextInvoiceNumber } from './invoice-numbers.ts'
export {
  addInvoice,
  createInvoice,
  markOverdue,
  setInvoiceStatus,
  updateInvoiceStatus,
  workspacesWithOverdue,
} from './invoices.ts'
export type { NewInvoice } from './invoices.ts'
export { identifier, isoText, jsonOf } from './json.ts'
export type { ColumnKind } from './json.ts'
export { readKey, readKeys, usesOfKey } from './key-details.ts'
export type { KeyDetails } from './key-details.ts'
export { rotateKey } from './key-rotation.ts'
export { addKey, allScopes, createKey, endKey, hashKey, listKeys, revokeKey } from './keys.ts'
export type { CreatedKey, KeySummary, ListedKey, NewKey } from './keys.ts'
export { listMemberKeys, revokeMemberKeys } from './member-keys.ts'
export type { MemberKey } from './member-keys.ts'
export { migrate } from './migrate.ts'
export type { MigrateOptions } from './migrate.ts'
export { addMember, holdRole, listMembers, removeMember, setMemberRole } from './members.ts'
export type { ListedMember, MemberChange } from './members.ts'
export { findLink, listInvites, makeLink, takeLink, withdrawInvites } from './one-time-links.ts'
export type { LinkPurpose, MadeLink, NewLink, OneTimeLink } from './one-time-links.ts'
export { makeResetLink } from './password-reset.ts'
export type { ResetOptions } from './password-reset.ts'
export { passwordProblem } from './password-rules.ts'
export { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'
export { renewRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
export { forgetRequests, readLoggedRequest, recordRequests, requestLogJson, shrinkRequestLogs } from './request-log.ts'
export type { LoggedRequest } from './request-log.ts'
export { addSampleData, resetToSampleData } from './sample-data.ts'
export { RefusedError } from './refused-error.ts'
export { requireRecord } from './require-record.ts'
export { rewrapSecrets } from './rewrap.ts'
export type { Rewrapped } from './rewrap.ts'
export { forgetDevices, isKnownDevice, rememberDevice } from './known-devices.ts'
export { createSealer, endpointSecretContext } from './sealed.ts'
export type { Sealer } from './sealed.ts'
export { countUsage, isFull, storedAnswersQuota } from './storage-usage.ts'
export { ensureSecrets, readSecrets } from './secrets.ts'
export type { Secrets } from './secrets.ts'
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
} from './sessions.ts'
export type { FoundSession, ListedSession, NewSession } from './sessions.ts'
export { beginTry, forgiveTry } from './sign-in-limits.ts'
export type { AdmittedTry, RefusedTry, SignInTry } from './sign-in-limits.ts'
export { OverloadedError } from './shares/overload.ts'
export { reader } from './shares/reader.ts'
export type { ReaderOptions } from './shares/reader.ts'
export { createTurns } from './shares/turns.ts'
export type { Requester } from './shares/turns.ts'
export { findSignLink, renewSignLink, revokeSignLink } from './sign-links.ts'
export type { SignLink } from './sign-links.ts'
export { decline, findContent, findDocumentToSign, noteView, sign, signDocument } from './signing.ts'
export type { DocumentToSign, Signature } from './signing.ts'
export type { Sql } from './sql.ts'
export { newTotpSecret, takeTotpStep, totpCode, totpContext, totpStep, totpUri } from './totp.ts'
export { transaction } from './transaction.ts'
export { updateInvoice } from './update-invoice.ts'
export type { InvoiceChanges } from './update-invoice.ts'
export { addUser, findUser, keepHash, removeTotp, setPassword } from './users.ts'
export type { SignInUser } from './users.ts'
export { amountOfEntry, rateOfEntry, unbilledOnly } from './unbilled.ts'
export { unbilledByClient, unbilledOfClient } from './unbilled-time.ts'
export { words } from './words.ts'
export { write } from './write.ts'
export type { Tx, WriteOptions } from './write.ts'
