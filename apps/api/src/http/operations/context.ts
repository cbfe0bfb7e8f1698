import type { Sql } from '@matterbase/db'
import type { Seen, Sent } from '@matterbase/domain'
import type { ErrorDetail, Input, Operation, Output, Resource } from '@matterbase/schemas'
import type { Write } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import type { Lines } from '../answer/lines.ts'
import type { Answer } from '../answer/raw-json.ts'
import type { Names } from '../input/unknown-names.ts'
import type { Records } from './records.ts'

export interface Context {
  readonly caller: Caller
  /** For reading, outside of any transaction. */
  readonly sql: Sql
  /** Reads what there is at one moment, for as long as `work` takes; for exports. */
  readonly snapshot: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  /** Once at most; what `work` answers must be what the handler answers, since it is stored with the write. */
  readonly write: Write
  /** Single records, read and saved together with what others ask at the same time. */
  readonly records: Records
  /** Whether what is not known here is refused instead of ignored. */
  readonly strict: boolean
  /** Whether the caller may not read what it writes. */
  readonly isBlind: boolean
  /** What the body says of members that the service sets itself. Undefined where there is nothing to compare. */
  readonly sent: Sent | undefined
  /** What the caller has seen of the record, by If-Match. */
  readonly seen: Seen | undefined
  /** Tells the caller of members that mean nothing here. */
  readonly noteIgnored: (names: Names) => void
  /** Tells the caller of members that were sent with another value than the record has. Called again, it takes the place of what it told before. */
  readonly noteDisregarded: (names: readonly string[]) => void
}

/** Decoded input and a context in, an answer or a thrown ApiError out: no HTTP. */
interface Handler<O extends Operation<string>> {
  (input: Input<O>, context: Context): Promise<O extends { readonly lines: object } ? Lines : Answer<Output<O>>>
  /** For a request whose members `wrong` are left out: what else is wrong that only the database can tell. */
  readonly alsoWrong?: (input: Input<O>, context: Context, wrong: ReadonlySet<string>) => Promise<ErrorDetail[]>
}

export type Handlers<R extends Resource<string>> = { readonly [K in keyof R]: Handler<R[K]> }
