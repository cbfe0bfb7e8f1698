import type { ResourcePath } from '../generated/resource-path.ts'
import { DecodeError } from '../errors/errors.ts'

/** The part of Standard Schema (zod, valibot, arktype and others) that the SDK uses. */
export interface StandardSchema {
  /** Properties of the Standard Schema interface. */
  readonly '~standard': {
    /** Checks one value. */
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>
  }
}

interface SchemaResult {
  /** Problems. Undefined if the value is valid. */
  readonly issues?: readonly { readonly message: string }[] | undefined
}

/** Checks every record that the server returns. */
export type Validate = (resource: string, record: unknown) => void | Promise<void>

/** Called for an invalid record, instead of throwing. */
export type OnInvalid = (problem: {
  /** Path of the resource, such as `time-entries`. */
  readonly resource: string
  /** Messages of the schema. */
  readonly issues: readonly string[]
  /** The record as the server returned it. */
  readonly record: unknown
}) => void

/**
 * Creates a `validate` option from schemas.
 *
 * @param schemas a schema for each resource that you want to check
 * @param onInvalid called for an invalid record. Default: throws a `DecodeError` with code `invalid_record`.
 *
 * @example
 * const matters = z.looseObject({ id: z.int(), title: z.string() })
 * const mb = new Matterbase({ validate: validator({ matters }) })
 */
export function validator(
  schemas: { readonly [Path in ResourcePath]?: StandardSchema },
  onInvalid: OnInvalid = refuse,
): Validate {
  const byResource: Readonly<Record<string, StandardSchema | undefined>> = schemas
  return async (resource, record) => {
    const { issues } = (await byResource[resource]?.['~standard'].validate(record)) ?? {}
    if (issues) onInvalid({ resource, issues: issues.map(({ message }) => message), record })
  }
}

const refuse: OnInvalid = ({ resource, issues }) => {
  throw new DecodeError(`A record of ${resource} does not match your schema: ${issues.join('; ')}`, {
    code: 'invalid_record',
  })
}

interface AnswerBody {
  readonly data?: unknown
  readonly leads?: unknown
  readonly lead?: unknown
  readonly webhooks?: unknown
  readonly results?: readonly { readonly data?: unknown }[]
}

/** Validates the records in a response of `/{resource}` and one level below. Skips deleted records. */
export async function validateAnswer(
  validate: Validate,
  path: readonly (string | number)[],
  body: unknown,
): Promise<void> {
  if (path.length > 2) return
  const { data, leads, lead, webhooks, results = [] }: AnswerBody = body ?? {}
  const records = [data, leads, lead, webhooks, results.map((result) => result.data)].flat(1)
  for (const record of records) {
    if (typeof record === 'object' && record !== null && !('deleted_at' in record) && !('_export' in record))
      await validate(String(path[0]), record)
  }
}
