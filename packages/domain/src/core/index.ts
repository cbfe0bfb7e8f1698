export { changeCustomField, createCustomField, deleteCustomField, orderCustomFields } from './custom-fields/define.ts'
export { eraseEndedFields, workspacesWithEndedFields } from './custom-fields/erase.ts'
export { listCustomFields, listDeletedCustomFields } from './custom-fields/definitions.ts'
export { differing } from './records/disregarded.ts'
export type { History } from './records/lists/epoch.ts'
export type { Exported } from './records/lists/export.ts'
export type { Listing, Page, PageOf, PageQuery } from './records/lists/list.ts'
export { readPage } from './records/lists/list.ts'
export type { Readable } from './records/lists/readable.ts'
export type { RecordQuery } from './records/lists/record-list.ts'
export { shown, type Showing } from './records/lists/shown.ts'
export type { Counting } from './records/lists/total.ts'
export type { Done } from './records/many.ts'
export type { Removal } from './records/one.ts'
export type { RecordKind } from './records/record-kind.ts'
export type {
  Outcome,
  RecordWrite,
  RelatedRecord,
  Saved,
  Sent,
  StoredRecord,
  Upsert,
  UpsertItem,
  Values,
} from './records/record.ts'
export { recordStore, type ManyWrites, type RecordStore } from './records/store/store.ts'
export { recordTable } from './records/table/table.ts'
export type { Seen } from './records/tag.ts'
export { differs } from './records/related-records.ts'
export { requireUnchanged, tagOf } from './records/tag.ts'
export { titleOf } from './records/title.ts'
export { accountLimits, defaultLimits, exposedMaxTier, type AccountLimits } from './storage/account-limits.ts'
export { countUsage, isFull, storedAnswersQuota } from './tx/storage-usage.ts'
export { words } from './tx/words.ts'
export type { Actor, ByKey, ByUser, Visitor, Workspace } from './verbs/actor.ts'
export { isAllowed, requirePermission, requireRecentPassword, systemActor } from './verbs/actor.ts'
export { invalidFields, notFound, RefusedError } from './verbs/refused.ts'
export { hashToken } from './verbs/tokens.ts'
export type { AnswerKey, Claim, StoredAnswer } from './write/answers.ts'
export { findAnswers, keepAnswers, keepIfFree, claimAnswers, nameOfKey } from './write/answers.ts'
export type { Once } from './write/batch.ts'
export { recordEventFor, recordEvents } from './write/record-events.ts'
export { saveRecords } from './write/save-records.ts'
export type { Tx, Work, WriteOptions } from './write/transaction.ts'
export { write } from './write/transaction.ts'
export { findNamed } from './records/find-named.ts'
export type { NamedBy } from './records/find-named.ts'
