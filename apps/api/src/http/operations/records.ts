import type { Requester } from '@matterbase/db'
import type { RecordKind, RecordStore, Saved, StoredRecord, Upsert, Wanted } from '@matterbase/domain'
import type { Write } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'

/** Single records, for one caller. */
export interface Records {
  /** @throws RefusedError not_found. */
  get(kind: RecordKind, id: number): Promise<StoredRecord>
  /** The record that an upsert is about, when it is already as it would be. */
  alreadySo(kind: RecordKind, changes: Upsert): Promise<StoredRecord | undefined>
  /** Saves a record; what `answer` makes of it must be what the handler answers. @throws RefusedError. */
  save<T extends object>(kind: RecordKind, wanted: Wanted, answer: (saved: Saved) => T): Promise<T>
}

/** @param write the transaction that everything must be in; without it, records share transactions with others. */
export function recordsFor(store: RecordStore, caller: Caller, requester: Requester, write?: Write): Records {
  const { workspaceId } = caller
  return {
    get: (kind, id) => store.get(kind, workspaceId, id, requester),
    alreadySo: (kind, changes) => store.alreadySo(kind, workspaceId, changes, requester),
    async save(kind, wanted, answer) {
      if (write) return write(async (tx) => answer(await kind.save(tx, caller, wanted)))
      return answer(await store.save(kind, caller, wanted, requester))
    },
  }
}
