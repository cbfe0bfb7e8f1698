import { records as recordFacts } from 'virtual:operations'
import { call } from './call.ts'
import { CallError, isCallError } from './call-error.ts'
import { changePrompt } from './prompts/change-prompt.ts'
import type { Answer, CallInput, OperationKey } from './contract.ts'

const records = Object.values(recordFacts).map(({ path }) => path)

type Members = Readonly<Record<string, unknown>>

export type ChangeKey = Extract<OperationKey, `PATCH ${string}/{id}`>

export interface ChangeOptions {
  /** The record as it was when the person began to change it. */
  readonly seen: object
  /** What its fields are called on the screen. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** What is changed with the record and read at an address of its own, such as the lines of an invoice. */
  readonly parts?: Readonly<Record<string, Part>> | undefined
}

interface Part {
  /** As it was, in the form in which it is sent. */
  readonly seen: unknown
  readonly read: () => Promise<unknown>
  readonly text: (value: unknown) => string
}

/** What a notice says in place of “Saved”. */
export const keptTheirs = 'Kept the other member’s changes'

interface ChangeResult<K extends ChangeKey> {
  /** Null where the person chose what the other member had saved, for every field. */
  readonly saved: Answer<K> | null
}

/**
 * Changes a record that no other member has changed since it was seen. Where one has, their other fields stay; a field
 * that both changed is asked about.
 * @throws {CallError} when it is refused, or when the person lets it be.
 */
export async function change<K extends ChangeKey>(
  key: K,
  input: CallInput<K>,
  { seen, labels = {}, parts = {} }: ChangeOptions,
): Promise<ChangeResult<K>> {
  let known = seen as Members
  let knownParts: Members = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.seen]))
  let changes = (input.body ?? {}) as Members
  for (;;) {
    try {
      return { saved: await call(key, { ...input, body: changes }, { seen: known }) }
    } catch (error) {
      if (!isCallError(error, 'precondition_failed')) throw error
    }
    const theirs = await recordNow(key, input)
    const theirParts: Members = Object.fromEntries(
      await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await part.read()] as const)),
    )
    const now = { ...theirs, ...theirParts }
    const clashes = clashesOf(changes, { ...known, ...knownParts }, now)
    if (clashes.length > 0) {
      const kept = await changePrompt.ask({
        by: await authorOf(key, input),
        clashes: clashes.map((name) => ({
          name,
          label: labels[name] ?? name,
          theirs: shown(parts[name], now[name]),
          yours: shown(parts[name], changes[name]),
        })),
      })
      if (!kept)
        throw new CallError(412, { error: 'Not saved. Another member changed this record in the meantime.' }, null)
      changes = Object.fromEntries(
        Object.entries(changes).filter(([name]) => !clashes.includes(name) || kept.includes(name)),
      )
      if (Object.keys(changes).length === 0) return { saved: null }
    }
    known = theirs
    knownParts = theirParts
  }
}

const shown = (part: Part | undefined, value: unknown) => (part ? part.text(value) : value)

async function recordNow(key: ChangeKey, { params }: { readonly params?: unknown }): Promise<Members> {
  const read = key.replace('PATCH', 'GET') as 'GET /matters/{id}'
  const { data } = await call(read, { params } as CallInput<'GET /matters/{id}'>, { isQuiet: true })
  return data
}

/** The fields that were changed both here and there, to something else. */
const clashesOf = (changes: Members, known: Members, theirs: Members) =>
  Object.keys(changes).filter((name) => !isSame(theirs[name], known[name]) && !isSame(theirs[name], changes[name]))

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

async function authorOf(key: ChangeKey, { params }: { readonly params?: unknown }): Promise<string | null> {
  const path = records.find((path) => key === `PATCH /${path}/{id}`)
  if (path === undefined) return null
  const { id } = params as { readonly id: string | number }
  const { by } = await call('GET /last-change', { query: { path, id: String(id) } }, { isQuiet: true })
  return by
}
