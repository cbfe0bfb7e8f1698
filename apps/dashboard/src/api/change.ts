import { records as recordFacts } from 'virtual:operations'
import { isCallError } from './call-error.ts'
import { call } from './call.ts'
import { fieldsToKeep } from './conflicts.ts'
import type { ConflictTexts, Fields } from './conflicts.ts'
import type { CallInput, OperationKey } from './contract.ts'

const recordPaths = Object.values(recordFacts).map(({ path }) => path)

type PathOf<K> = K extends `PATCH ${infer P extends `${string}/{id}`}` ? P : never

/** A record that can be read and changed at one path: `/matters/{id}`. */
export type RecordPath = {
  [P in PathOf<OperationKey>]: `GET ${P}` extends OperationKey ? P : never
}[PathOf<OperationKey>]

export type ChangeInput<P extends RecordPath> = CallInput<`PATCH ${P}`> & {
  readonly params: { readonly id: number | string }
  readonly body: object
}

export interface ChangeOptions extends ConflictTexts {
  /** The record as it was when the user began to edit it. */
  readonly seen: object
  /** Fields of the change that are read at another address, such as the lines of an invoice. */
  readonly parts?: Readonly<Record<string, Part>> | undefined
}

interface Part {
  /** The value when the user began to edit it, in the form in which it is sent. */
  readonly seen: unknown
  readonly read: () => Promise<unknown>
  readonly text: (value: unknown) => string
}

/**
 * Changes a record. If another member changed it since it was seen, their other fields stay, and the user decides about
 * each field that both changed. The name of a custom field is `custom_fields.judge`.
 *
 * @returns false if the user kept the other member's value of every field.
 * @throws {CallError} when the server refuses the change or the user cancels it.
 */
export async function change<P extends RecordPath>(
  path: P,
  input: ChangeInput<P>,
  { seen, labels = {}, parts = {}, texts = {} }: ChangeOptions,
): Promise<boolean> {
  const { id } = input.params
  let record = fieldsOf(seen)
  let partValues: Fields = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.seen]))
  let changes = fieldsOf(input.body)
  if (Object.keys(changes).length === 0) return true
  for (;;) {
    try {
      await call(`PATCH ${path}` as const, { ...input, body: changes }, { seen: record })
      return true
    } catch (error) {
      if (!isCallError(error, 'precondition_failed')) throw error
    }
    const theirRecord = await currentRecord(path, id)
    const theirParts: Fields = Object.fromEntries(
      await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await part.read()] as const)),
    )
    const theirs = byName({ ...theirRecord, ...theirParts })
    const yours = byName(changes)
    const partTexts = Object.fromEntries(Object.entries(parts).map(([name, { text }]) => [name, text]))
    const kept = await fieldsToKeep(
      { seen: byName({ ...record, ...partValues }), theirs, yours },
      { labels, texts: { ...partTexts, ...texts }, by: () => lastEditor(path, id) },
    )
    changes = fromNames(Object.entries(yours).filter(([name]) => !kept.includes(name)))
    if (Object.keys(changes).length === 0) return false
    record = theirRecord
    partValues = theirParts
  }
}

const fieldsOf = (record: object): Fields => ({ ...record })

const prefix = 'custom_fields.'

/** The fields, and each custom field under its own name, because a change merges them by key. */
function byName({ custom_fields: custom, ...fields }: Fields): Fields {
  const pairs = Object.entries(custom ?? {}).map(([key, value]) => [`${prefix}${key}`, value] as const)
  return { ...fields, ...Object.fromEntries(pairs) }
}

function fromNames(pairs: readonly (readonly [string, unknown])[]): Fields {
  const custom = pairs.filter(([name]) => name.startsWith(prefix))
  return {
    ...Object.fromEntries(pairs.filter(([name]) => !name.startsWith(prefix))),
    ...(custom.length > 0 && {
      custom_fields: Object.fromEntries(custom.map(([name, value]) => [name.slice(prefix.length), value])),
    }),
  }
}

async function currentRecord(path: RecordPath, id: number | string): Promise<Fields> {
  const { data } = await call(`GET ${path}` as const, { params: { id } }, { isQuiet: true })
  return fieldsOf(data)
}

async function lastEditor(of: RecordPath, id: number | string): Promise<string | null> {
  const path = recordPaths.find((path) => of === `/${path}/{id}`)
  if (path === undefined) return null
  const { by } = await call('GET /last-change', { query: { path, id: String(id) } }, { isQuiet: true })
  return by
}
