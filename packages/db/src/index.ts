export { advisoryLocks, lockClasses } from './advisory-locks.ts'
export { createDb, mostConnections } from './client/client.ts'
export type { Db, DbOptions } from './client/client.ts'
export {
  bigint,
  bool,
  bytes,
  environment,
  filled,
  float,
  int,
  json,
  oneOf,
  orNull,
  rateTier,
  rawJson,
  someOf,
  text,
  texts,
  timestamp,
  uuid,
} from './client/columns.ts'
export type { Column, Columns, Row } from './client/columns.ts'
export { findPostgres, startPostgres } from './embedded/embedded-postgres.ts'
export type { RunningPostgres, StartPostgresOptions } from './embedded/embedded-postgres.ts'
export { guardPostgres } from './embedded/guard.ts'
export * as Prisma from './client/fragments.ts'
export { Environment, RateTier } from './generated/enums.ts'
export { identifier, isoText, jsonOf, jsonWith } from './client/json.ts'
export type { ColumnKind, JsonColumns } from './client/json.ts'
export { growingList, list } from './client/list.ts'
export type { ListType } from './client/list.ts'
export { RawJson } from './client/raw-json.ts'
export { isConnectionError, UnknownOutcomeError } from './client/outcome.ts'
export { certificateAdvice } from './client/certificate-advice.ts'
export { explainRefusal, PoolerError, refusePooler, sessionLimits } from './client/pooler.ts'
export { PrimaryClient } from './client/primary-client.ts'
export { readApplied } from './migrations/ledger.ts'
export { migrate } from './migrations/migrate.ts'
export { rebuild, refuseUnknown } from './migrations/rebuild.ts'
export { otherEncoding, readinessOf, schemaProblem } from './migrations/schema-problem.ts'
export {
  endpointSecretContext,
  invoiceTokenContext,
  mailLinkContext,
  signatureSealContext,
  signTokenContext,
  totpContext,
} from './sealing/contexts.ts'
export { createSealer, UnreadableSealError } from './sealing/sealed.ts'
export type { Sealer } from './sealing/sealed.ts'
export { ensureSecrets, keepEncryptionKey, readSecrets } from './sealing/secrets.ts'
export type { Secrets } from './sealing/secrets.ts'
export { createCoalescer } from './shares/coalesce.ts'
export type { Ask } from './shares/coalesce.ts'
export { held, turnKinds } from './shares/held.ts'
export type { TurnKind } from './shares/held.ts'
export { createParty, holdFor, whenGone } from './shares/hold.ts'
export type { Party, Release, Requester } from './shares/hold.ts'
export { HungUpError, isCrowded, OverloadedError } from './shares/overload.ts'
export { reader } from './shares/reader.ts'
export type { ReaderOptions } from './shares/reader.ts'
export { catchUp, replicaPatienceMs } from './shares/replica.ts'
export { snapshot } from './shares/snapshot.ts'
export { createTurns } from './shares/turns.ts'
export { sqlOf } from './client/sql.ts'
export { plannedEachTime, plannedNowAndThen } from './client/statement-names.ts'
export { rowForEach } from './shares/row-for-each.ts'
export type { Sql, Value } from './client/sql.ts'
export { transaction } from './client/transaction.ts'
export type { SendAlong } from './client/transaction.ts'
