import type { z } from 'zod'
import type { Callback } from './callback.ts'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './scopes.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** When the dashboard asks for the password again, so that a borrowed browser cannot do what matters most. */
interface PasswordRule {
  readonly when: 'always' | 'in live'
  /** Only for requests that send one of these fields. Default: for every request. */
  readonly fields?: readonly string[]
}

/**
 * One thing the API can do, as data. Routes, validation, scopes, the OpenAPI document and the tests
 * that visit every operation are derived from it.
 */
export interface Operation<S extends string = Scope> {
  readonly method: Method
  /** Below the base path, parameters in braces: `/matters/{id}`. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** The required scope; null if any caller may use the operation. */
  readonly scope: S | null
  /** A scope that is enough for a response with fewer fields. */
  readonly limitedScope?: S
  /**
   * The scope that returns more from a write than the request contained. Default: the scope of GET on the same
   * resource.
   */
  readonly readScope?: string
  /** When a signed-in member must have typed the password in the last 10 minutes; an API key is never asked. Default: never. */
  readonly password?: PasswordRule
  /** True if a member may use it before they set up required two-factor authentication. */
  readonly isEnrolment?: true
  /**
   * The path of the GET whose response a form shows and this operation changes, such as `/firm`. The request names the
   * version that the user saw in If-Match. Without it, or after a change by another member, it is refused with 412.
   */
  readonly changes?: string
  /** Path parameters. A value of another format cannot exist, so the response is 404. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** More sort orders of the dashboard, each with an index: `domain/src/core/records/lists/sort-keys.ts`. */
  readonly sortedBy?: readonly string[]
  readonly body?: z.ZodObject
  /** One of the records in `data` of a bulk request. */
  readonly item?: z.ZodObject
  /** A request without a body is taken for one with `{}`. */
  readonly isBodyOptional?: true
  /** Members of the body that the service sets itself: accepted and dropped, so that GET → PUT round-trips. */
  readonly readOnly?: readonly string[]
  /**
   * The answer for each successful status. Where both 200 and 201 stand, the answer's own `created`
   * member says which one it is.
   */
  readonly responses: Readonly<Partial<Record<200 | 201 | 202, z.ZodObject>>>
  /**
   * The answer is many lines of JSON (`application/x-ndjson`): each is as `responses` has it, but the last, without
   * which it is not whole.
   */
  readonly lines?: { readonly end: z.ZodObject }
  /** The response of a success is a file of one of these media types. `responses` is empty. */
  readonly file?: readonly [string, ...string[]]
  /** The file as JSON, where `application/json` is one of its media types. */
  readonly json?: z.ZodObject
  /** The number of requests that a request counts as in the rate limit. Default: 1. */
  readonly cost?: number
  /** Where what a 201 created can be fetched: a path whose parameter is the new record's id. */
  readonly location?: string
  /** A request that the service makes because of it. */
  readonly callback?: Callback
  /**
   * True if the operation only reads, deletes or replaces. An account without storage left can use it, although it has a
   * body.
   */
  readonly addsNothing?: true
  /** Error codes beyond those that any operation of its kind can answer. */
  readonly errors?: readonly ErrorCode[]
}

/** A resource: its operations by name. */
export type Resource<S extends string = Scope> = Readonly<Record<string, Operation<S>>>

type Parsed<S> = S extends z.ZodType ? z.output<S> : object

/** The decoded request that a handler receives. */
export interface Input<O extends Operation<string>> {
  readonly params: Parsed<O['params']>
  readonly query: Parsed<O['query']>
  readonly body: Parsed<O['body']>
}

/** The result of a handler: one of the documented successful bodies. */
export type Output<O extends Operation<string>> = {
  [Status in keyof O['responses']]: Parsed<O['responses'][Status]>
}[keyof O['responses']]
