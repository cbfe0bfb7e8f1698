import type { Sql } from '@matterbase/db'
import type { Seen, Sent } from '@matterbase/domain'
import type { ErrorDetail, Input, Operation, Output, Resource } from '@matterbase/schemas'
import type { Write } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import type { FileAnswer } from '../answer/file-answer.ts'
import type { Lines } from '../answer/lines.ts'
import type { Answer } from '../answer/raw-json.ts'
import type { Decoded } from '../input/decode.ts'
import type { Names } from '../input/unknown-names.ts'
import type { Records } from './records.ts'

export interface Context {
  readonly caller: Caller
  /** Reads without a transaction. */
  readonly sql: Sql
  /** Reads one snapshot for as long as `work` takes. For exports. */
  readonly snapshot: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  /** Writes, at most once. The handler must return the result of `work`, because it is stored with the write. */
  readonly write: Write
  /** Reads and saves single records, grouped with concurrent requests. */
  readonly records: Records
  /** True if unknown fields are refused instead of ignored. */
  readonly strict: boolean
  /** True if the caller lacks the permission to read the records that it writes. */
  readonly isBlind: boolean
  /** The read-only fields in the body, to compare with the record. Undefined without such fields. */
  readonly sent: Sent | undefined
  /** The version of the record that the caller knows, from If-Match. */
  readonly seen: Seen | undefined
  /** Reports unknown fields to the caller. */
  readonly noteIgnored: (names: Names) => void
  /** Reports read-only fields whose sent value differs from the record. A second call replaces the first. */
  readonly noteDisregarded: (names: readonly string[]) => void
}

type HandlerResult<O extends Operation<string>> = O extends { readonly lines: object }
  ? Lines
  : O extends { readonly file: object }
    ? FileAnswer
    : Answer<Output<O>>

/** Turns decoded input and a context into a result, or throws an ApiError. Handlers know no HTTP. */
interface Handler<O extends Operation<string>> {
  (input: Input<O>, context: Context): Promise<HandlerResult<O>>
  /** Finds errors that need the database, in a request without its invalid fields `wrong`. */
  readonly alsoWrong?: (input: Input<O>, context: Context, wrong: ReadonlySet<string>) => Promise<ErrorDetail[]>
}

export type Handlers<R extends Resource<string>> = { readonly [K in keyof R]: Handler<R[K]> }

/** A handler whose types have been checked against the contract. */
export interface AnyHandler {
  (input: Decoded, context: Context): Promise<object>
  readonly alsoWrong?: (input: Decoded, context: Context, wrong: ReadonlySet<string>) => Promise<ErrorDetail[]>
}
