import type { Sql, Tx } from '@matterbase/db'
import type { ErrorDetail, Input, Operation, Output, Resource, Scope } from '@matterbase/schemas'
import type { Answer } from './raw-json.ts'

/** Who is asking. */
export interface Caller {
  readonly workspaceId: number
  readonly ownerUuid: string
  readonly environment: 'live' | 'test'
  readonly key: {
    readonly id: number
    readonly name: string
    readonly scopes: readonly Scope[]
    readonly rateTier: 'free' | 'pro' | 'enterprise'
  }
}

/** Runs the one transaction of a write, which commits when `work` returns and rolls back when it throws. */
export type Write = <T extends object>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface Context {
  readonly caller: Caller
  /** For reading, outside of any transaction. */
  readonly sql: Sql
  /** Once at most; what `work` answers must be what the handler answers, since it is stored with the write. */
  readonly write: Write
  /** Whether what is not known here is refused instead of ignored. */
  readonly strict: boolean
  readonly ifMatch: string | undefined
  /** Tells the caller of members that mean nothing here. */
  readonly noteIgnored: (names: readonly string[]) => void
}

/** Decoded input and a context in, an answer or a thrown ApiError out: no HTTP. */
interface Handler<O extends Operation> {
  (input: Input<O>, context: Context): Promise<Answer<Output<O>>>
  /** For a request whose members `wrong` are left out: what else is wrong that only the database can tell. */
  readonly alsoWrong?: (input: Input<O>, context: Context, wrong: ReadonlySet<string>) => Promise<ErrorDetail[]>
}

export type Handlers<R extends Resource> = { readonly [K in keyof R]: Handler<R[K]> }
