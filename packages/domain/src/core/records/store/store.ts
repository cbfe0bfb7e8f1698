import { createCoalescer, held } from '@matterbase/db'
import type { Ask, Db, Requester } from '@matterbase/db'
import type { Actor } from '../../verbs/actor.ts'
import { noteAction } from '../../verbs/actor.ts'
import { notFound } from '../../verbs/refused.ts'
import type { Once, WriteRequest } from '../../write/batch.ts'
import { hasValues } from '../../write/plan.ts'
import { createWriteQueue } from '../../write/queue.ts'
import { insertAhead } from '../../write/save-records.ts'
import type { Ahead, Tx, WriteOptions } from '../../write/transaction.ts'
import { disregarded } from '../disregarded.ts'
import { mapFields, mergedMaps } from '../map-values.ts'
import type { Upserts } from '../many.ts'
import type { Removal } from '../one.ts'
import type { Outcome, RecordWrite, Saved, StoredRecord, UpsertItem } from '../record.ts'
import type { RecordKind } from '../record-kind.ts'
import type { RecordKey } from '../table/by-keys.ts'
import { lookingFirst } from './look-first.ts'
import { createStreaks } from './streak.ts'

/** Records for many callers at once: their reads and writes of the same moment share statements. */
export interface RecordStore {
  /** @throws RefusedError not_found. */
  get(kind: RecordKind, workspaceId: number, id: number, requester?: Requester): Promise<StoredRecord>
  /** The record of an upsert that changes nothing, when a look before the write was worth it. */
  findUnchanged(
    kind: RecordKind,
    workspaceId: number,
    upsert: UpsertItem,
    requester?: Requester,
  ): Promise<Saved | undefined>
  /** Saves a record in a transaction that other writes may share. @throws RefusedError, and the errors of `once`. */
  save(kind: RecordKind, actor: Actor, write: RecordWrite, requester?: Requester, once?: Once): Promise<Saved>
  /** Upserts many records. An import has new records only, which are inserted without a look. @throws RefusedError. */
  saveMany(kind: RecordKind, actor: Actor, upserts: Omit<Upserts, 'inserted'>): ManyWrites
  /** Deletes a record in the same way as `save`. @throws RefusedError. */
  remove(kind: RecordKind, actor: Actor, removal: Removal, requester?: Requester): Promise<void>
}

/** The writes of a request, for `write`. */
export interface ManyWrites {
  readonly ahead: WriteOptions['ahead']
  readonly save: (tx: Tx) => Promise<readonly Outcome[]>
}

/** After so many requests in a row that had new records only, the next one is expected to have new records only. */
const requestsOfImport = 3

interface Memory {
  readonly lookFirst: ReturnType<typeof lookingFirst>
  readonly imports: ReturnType<typeof createStreaks>
  readonly byId: Ask<number, RecordKey<number>, StoredRecord | undefined>
  readonly byExternalId: Ask<number, RecordKey<string>, StoredRecord | undefined>
}

/** @param onBatch is called with the number of writes of each batch. */
export function recordStore(db: Db, onBatch: (size: number) => void = () => undefined): RecordStore {
  const memories = new Map<RecordKind, Memory>()
  const enqueue = createWriteQueue(db, onBatch)

  function memoryOf(kind: RecordKind): Memory {
    const { table } = kind
    const known = memories.get(kind) ?? {
      lookFirst: lookingFirst(),
      imports: createStreaks(),
      byId: createCoalescer({ kind: 'record', run: (keys) => table.byKeys(db, 'id', keys) }),
      byExternalId: createCoalescer({ kind: 'record', run: (keys) => table.byKeys(db, 'external_id', keys) }),
    }
    memories.set(kind, known)
    return known
  }

  async function carryOut(request: WriteRequest, requester: Requester | undefined): Promise<Saved> {
    const counts = held.turns.single_write
    counts.running++
    try {
      const outcome = await enqueue(request, requester)
      if ('error' in outcome) throw outcome.error
      return outcome
    } finally {
      counts.running--
    }
  }

  return {
    async get(kind, workspaceId, id, requester) {
      const record = await memoryOf(kind).byId(workspaceId, { workspaceId, key: id }, requester)
      if (!record) throw notFound()
      return record
    },

    async findUnchanged(kind, workspaceId, { changes, sent }, requester) {
      const { lookFirst, byExternalId } = memoryOf(kind)
      if (!lookFirst.pays(workspaceId)) return undefined
      const existing = await byExternalId(workspaceId, { workspaceId, key: changes.external_id }, requester)
      if (!existing) return undefined
      const { values } = existing
      const maps = mapFields(kind.writable.fields).filter((name) => name in changes)
      if (!hasValues(existing, { ...changes, ...mergedMaps(maps, values, changes) })) return undefined
      const names = disregarded({ existing, changes, sent, values }, [])
      if (sent?.isStrict && names.length > 0) return undefined
      lookFirst.note(workspaceId, true)
      return { record: existing, created: false, unchanged: true, disregarded: names }
    },

    async save(kind, actor, write, requester, once) {
      kind.save.admit(actor)
      const { workspaceId } = actor
      const note = noteOfSave(kind, actor, write)
      const request = { workspaceId, kind: kind.writable, write: kind.by(actor, write), note, once }
      const saved = await carryOut(request, requester)
      if (write.as === 'upsert') memoryOf(kind).lookFirst.note(workspaceId, saved.unchanged ?? false)
      return saved
    },

    saveMany(kind, actor, upserts) {
      kind.upsertMany.admit(actor)
      const { imports } = memoryOf(kind)
      const isImport = imports.count(actor.workspaceId) >= requestsOfImport
      let inserted: Upserts['inserted']
      async function ahead(place: Ahead) {
        const writes = upserts.items.map((item) => kind.by(actor, { as: 'upsert', ...item }))
        const { outcomes, last } = await insertAhead(place, writes, kind.writable)
        inserted = outcomes
        return last
      }
      return {
        ahead: isImport && upserts.items.length > 0 ? ahead : undefined,
        async save(tx) {
          const outcomes = await kind.upsertMany(tx, actor, { ...upserts, inserted })
          const areNew = outcomes.every((outcome) => 'record' in outcome && outcome.created)
          if (outcomes.length > 0) imports.note(actor.workspaceId, areNew)
          return outcomes
        },
      }
    },

    async remove(kind, actor, removal, requester) {
      kind.remove.admit(actor)
      const { id, traceparent } = removal
      const run = (tx: Tx) => kind.remove({ ...tx, traceparent: traceparent ?? tx.traceparent }, actor, removal)
      const { workspaceId } = actor
      // Unlinks any number of other records.
      const isUnbounded = removal.force ?? false
      await carryOut({ workspaceId, kind: kind.writable, write: { as: 'delete', id, run }, isUnbounded }, requester)
    },
  }
}

/** The audit log has the changes that people make. The many changes that API keys make are in the request log. */
function noteOfSave({ noun, name }: RecordKind, actor: Actor, { as, changes }: RecordWrite): WriteRequest['note'] {
  if (actor.by.kind !== 'user' || as === 'create') return undefined
  return async (sql, { record, created }) => {
    if (created) return
    const details = { fields: Object.keys(changes), ids: [record.values.id] }
    const target = `${noun} ${record.values.id}`
    await noteAction(sql, actor, { action: `${name}.updated`, environment: actor.environment, target, details })
  }
}
