import type { Requester } from '@matterbase/db'
import type {
  ManyUpserts,
  ManyWrites,
  Once,
  Outcome,
  RecordKind,
  RecordStore,
  Removal,
  Saved,
  StoredRecord,
  Tx,
  UpsertItem,
  Wanted,
} from '@matterbase/domain'
import type { Caller } from '../access/caller.ts'

/** Reads and writes single records for one caller. */
export interface Records {
  /** @throws RefusedError not_found. */
  get(kind: RecordKind, id: number): Promise<StoredRecord>
  /** The record of an upsert that would change nothing. Undefined otherwise. */
  alreadySo(kind: RecordKind, upsert: UpsertItem): Promise<Saved | undefined>
  /** Saves a record. The handler must return the result of `answer`, which is stored with the write. @throws RefusedError. */
  save<T extends object>(kind: RecordKind, wanted: Wanted, answer: (saved: Saved) => T): Promise<T>
  /** Prepares the work of a `write`. */
  saveMany<T>(kind: RecordKind, upserts: ManyUpserts, answer: (outcomes: readonly Outcome[]) => T): ManyWrites<T>
  /** @throws RefusedError. */
  remove(kind: RecordKind, removal: Removal): Promise<void>
}

/** A response stored under an Idempotency-Key and replayed for the same request. */
export interface AnsweredOnce extends Omit<Once, 'end'> {
  /** Stores the response. */
  readonly keep: (tx: Tx, result: object) => Promise<void>
}

interface Writing {
  readonly once?: AnsweredOnce
  /** The trace step of the request. */
  readonly traceparent: string | undefined
}

export function recordsFor(
  store: RecordStore,
  caller: Caller,
  requester: Requester,
  { once, traceparent }: Writing,
): Records {
  const { workspaceId } = caller
  return {
    get: (kind, id) => store.get(kind, workspaceId, id, requester),
    alreadySo: (kind, upsert) => store.alreadySo(kind, workspaceId, upsert, requester),
    async save(kind, wanted, answer) {
      const kept = once && { ...once, end: (tx: Tx, saved: Saved) => once.keep(tx, answer(saved)) }
      const traced = traceparent === undefined ? wanted : { ...wanted, traceparent }
      return answer(await store.save(kind, caller, traced, requester, kept))
    },
    saveMany: (kind, upserts, answer) => store.saveMany(kind, caller, upserts, answer),
    remove: (kind, removal) => store.remove(kind, caller, { ...removal, traceparent }, requester),
  }
}
