import type { Requester } from '@matterbase/db'
import type {
  ManyWrites,
  Once,
  RecordKind,
  RecordStore,
  RecordWrite,
  Removal,
  Saved,
  StoredRecord,
  UpsertItem,
} from '@matterbase/domain'
import type { Caller } from '../access/caller.ts'

type Upserts = Parameters<RecordStore['saveMany']>[2]

/** Single records, for one caller. */
export interface Records {
  /** @throws RefusedError not_found. */
  get(kind: RecordKind, id: number): Promise<StoredRecord>
  /** The record of an upsert that changes nothing, when a look before the write was worth it. */
  findUnchanged(kind: RecordKind, upsert: UpsertItem): Promise<Saved | undefined>
  /** Saves a record. The handler must return the result of `answer`, which is stored. @throws RefusedError. */
  save<T extends object>(kind: RecordKind, write: RecordWrite, answer: (saved: Saved) => T): Promise<T>
  /** For `write`. @throws RefusedError. */
  saveMany(kind: RecordKind, upserts: Upserts): ManyWrites
  /** @throws RefusedError. */
  remove(kind: RecordKind, removal: Removal): Promise<void>
}

export interface Writing {
  /** For a request with an idempotency key: stores the response that is made of a result. */
  readonly once?: ((answer: (saved: Saved) => object) => Once) | undefined
  /** The request's step of a trace. */
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
    findUnchanged: (kind, upsert) => store.findUnchanged(kind, workspaceId, upsert, requester),
    async save(kind, write, answer) {
      const traced = traceparent === undefined ? write : { ...write, traceparent }
      return answer(await store.save(kind, caller, traced, requester, once?.(answer)))
    },
    saveMany: (kind, upserts) => store.saveMany(kind, caller, upserts),
    remove: (kind, removal) => store.remove(kind, caller, { ...removal, traceparent }, requester),
  }
}
