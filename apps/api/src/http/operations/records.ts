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

/** Single records, for one caller. */
export interface Records {
  /** @throws RefusedError not_found. */
  get(kind: RecordKind, id: number): Promise<StoredRecord>
  /** The record that an upsert is about, when it is already as it would be. */
  alreadySo(kind: RecordKind, upsert: UpsertItem): Promise<Saved | undefined>
  /** Saves a record; what `answer` makes of it must be what the handler answers. @throws RefusedError. */
  save<T extends object>(kind: RecordKind, wanted: Wanted, answer: (saved: Saved) => T): Promise<T>
  /** For `write`. */
  saveMany<T>(kind: RecordKind, upserts: ManyUpserts, answer: (outcomes: readonly Outcome[]) => T): ManyWrites<T>
  /** @throws RefusedError. */
  remove(kind: RecordKind, removal: Removal): Promise<void>
}

/** What is answered once only, and given again to whoever asks the same again. */
export interface AnsweredOnce extends Omit<Once, 'end'> {
  /** Keeps the answer. */
  readonly keep: (tx: Tx, result: object) => Promise<void>
}

interface Writing {
  readonly once?: AnsweredOnce
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
