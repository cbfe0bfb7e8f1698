import type { Scope } from '@matterbase/schemas'
import type { Matterbase } from '@matterbase/sdk'
import type { InputSchema } from './input-schema.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A tool for a model. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: InputSchema
  /** The API key needs any of these scopes. Empty means that no scope is needed. */
  readonly scopes: readonly Scope[]
  readonly isReadOnly: boolean
  /** True if a repetition changes nothing. */
  readonly isIdempotent: boolean
  /** @throws MatterbaseError if the server refuses the request. */
  run(mb: Matterbase, input: Fields, scopes: readonly Scope[]): PromiseLike<object>
}
