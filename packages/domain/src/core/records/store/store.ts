import { createCoalescer } from '@matterbase/db'
import type { Ask, Db, Requester } from '@matterbase/db'
import type { Tx } from '../../tx/write.ts'
import type { Actor } from '../../verbs/actor.ts'
import { noteAction } from '../../verbs/actor.ts'
import { notFound } from '../../verbs/refused.ts'
import { saveGroup } from './group.ts'
import { lookingFirst } from './look-first.ts'
import type { LookFirst } from './look-first.ts'
import type { NoteOf, Once, SaveAll } from './batch.ts'
import { savingMany } from './save-many.ts'
import type { SaveMany } from './save-many.ts'
import { writingTogether } from '../../tx/write-together.ts'
import type { Removal } from '../one.ts'
import type { RecordKind } from '../record-kind.ts'
import { disregarded } from '../disregarded.ts'
import { isAlreadySo } from '../save.ts'
import type { Saved } from '../save.ts'
import type { StoredRecord } from '../record.ts'
import type { UpsertItem, Wanted } from '../wanted.ts'

export type { ManyUpserts, ManyWrites } from './save-many.ts'

/** Single records for many callers at once: what they ask and write at the same time goes in few statements. */
export interface RecordStore {
  /** @throws RefusedError not_found. */
  get(kind: RecordKind, workspaceId: number, id: number, requester?: Requester): Promise<StoredRecord>
  /** The record that an upsert is about, when it is already as it would be and that was worth a look. */
  alreadySo(
    kind: RecordKind,
    workspaceId: number,
    upsert: UpsertItem,
    requester?: Requester,
  ): Promise<Saved | undefined>
  /** Saves a record in a transaction that it may share with others. @throws RefusedError, and what `once` ends with. */
  save(kind: RecordKind, actor: Actor, wanted: Wanted, requester?: Requester, once?: Once): Promise<Saved>
  readonly saveMany: SaveMany
  /** Deletes one in the same way. @throws RefusedError. */
  remove(kind: RecordKind, actor: Actor, removal: Removal, requester?: Requester): Promise<void>
}

interface Key<T> {
  readonly workspaceId: number
  readonly key: T
}

interface Reads {
  readonly lookFirst: LookFirst
  readonly byId: Ask<number, Key<number>, StoredRecord | undefined>
  readonly byExternalId: Ask<number, Key<string>, StoredRecord | undefined>
}

/** @param onGroup is told how many writes share a transaction. */
export function recordStore(db: Db, onGroup: (size: number) => void = () => undefined): RecordStore {
  const readsOf = new Map<RecordKind, Reads>()
  const groups = new Map<RecordKind, Map<number, ReturnType<typeof saveGroup>>>()
  const write = writingTogether(db)

  function reads(kind: RecordKind): Reads {
    const { table } = kind
    const known = readsOf.get(kind) ?? {
      lookFirst: lookingFirst(),
      byId: createCoalescer({ run: (keys) => table.byKeys(db, 'id', keys) }),
      byExternalId: createCoalescer({ run: (keys) => table.byKeys(db, 'external_id', keys) }),
    }
    readsOf.set(kind, known)
    return known
  }

  function groupOf(kind: RecordKind, workspaceId: number) {
    const ofKind = groups.get(kind) ?? new Map<number, ReturnType<typeof saveGroup>>()
    groups.set(kind, ofKind)
    const saveAll: SaveAll = (taking, wanted, onSent) => {
      onGroup(wanted.length)
      return kind.saveWanted(taking, wanted, onSent)
    }
    const known = ofKind.get(workspaceId) ?? saveGroup(write, workspaceId, saveAll, () => ofKind.delete(workspaceId))
    ofKind.set(workspaceId, known)
    return known
  }

  return {
    async get(kind, workspaceId, id, requester) {
      const record = await reads(kind).byId(workspaceId, { workspaceId, key: id }, requester)
      if (!record) throw notFound()
      return record
    },

    async alreadySo(kind, workspaceId, { changes, sent }, requester) {
      const { lookFirst, byExternalId } = reads(kind)
      if (!lookFirst.pays(workspaceId)) return undefined
      const existing = await byExternalId(workspaceId, { workspaceId, key: changes.external_id }, requester)
      if (!existing || !isAlreadySo({ existing, changes })) return undefined
      const names = disregarded({ existing, changes, sent, values: existing.values }, [])
      if (sent?.isStrict && names.length > 0) return undefined
      lookFirst.note(workspaceId, true)
      return { record: existing, created: false, unchanged: true, disregarded: names }
    },

    async save(kind, actor, wanted, requester, once) {
      kind.save.admit(actor)
      const save = groupOf(kind, actor.workspaceId)
      const own = kind.by(actor, wanted)
      // Mostly nobody has it: to look first would be a statement more for each of them.
      const hopeful = own.as === 'create' ? ({ ...own, ifTaken: 'later' } as const) : own
      const outcome = await save({ wanted: hopeful, once, note: noteOfSave(kind, actor, wanted) }, requester)
      if ('error' in outcome) throw outcome.error
      if (wanted.as === 'upsert') reads(kind).lookFirst.note(actor.workspaceId, outcome.unchanged ?? false)
      return outcome
    },

    saveMany: savingMany(),

    async remove(kind, actor, removal, requester) {
      kind.remove.admit(actor)
      const act = groupOf(kind, actor.workspaceId)
      const { traceparent } = removal
      const run = (tx: Tx) => kind.remove(traceparent === undefined ? tx : { ...tx, traceparent }, actor, removal)
      const outcome = await act({ wanted: { as: 'act', id: removal.id, run } }, requester)
      if ('error' in outcome) throw outcome.error
    },
  }
}

/** What people change is in the audit log; what keys change all day is in the request log. */
function noteOfSave({ noun, name }: RecordKind, actor: Actor, { as, changes }: Wanted): NoteOf | undefined {
  if (actor.by.kind !== 'user' || as === 'create') return undefined
  return async (tx, { record, created }) => {
    if (created) return
    const details = { fields: Object.keys(changes), ids: [record.values.id] }
    const target = `${noun} ${record.values.id}`
    await noteAction(tx.sql, actor, { action: `${name}.updated`, environment: actor.environment, target, details })
  }
}
