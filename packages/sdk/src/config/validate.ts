import { DecodeError } from '../errors/errors.ts'

/** The part of Standard Schema (zod, valibot, arktype and others) that is used. */
export interface StandardSchema {
  /** Where such a library keeps it. */
  readonly '~standard': {
    /** Looks at one value. */
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>
  }
}

interface SchemaResult {
  /** What is wrong; nothing where the value fits. */
  readonly issues?: readonly { readonly message: string }[] | undefined
}

/** Looks at every record the service answers. */
export type Validate = (resource: string, record: unknown) => void | Promise<void>

type ResourcePath =
  | 'matters'
  | 'clients'
  | 'time-entries'
  | 'expenses'
  | 'invoices'
  | 'payments'
  | 'credit-notes'
  | 'leads'
  | 'webhooks'

/** What to do with a record that does not fit, instead of throwing. */
export type OnInvalid = (problem: {
  /** Its path, such as `time-entries`. */
  readonly resource: string
  /** What the schema says. */
  readonly issues: readonly string[]
  /** The record as it was answered. */
  readonly record: unknown
}) => void

/**
 * A `validate` for the client, out of schemas by resource. Without `onInvalid` a record that does not fit is
 * thrown as a `DecodeError`.
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
  throw new DecodeError(
    `The service answered a record of ${resource} that does not fit its schema: ${issues.join('; ')}`,
    { code: 'invalid_record' },
  )
}

interface AnswerBody {
  readonly data?: unknown
  readonly leads?: unknown
  readonly lead?: unknown
  readonly webhooks?: unknown
  readonly results?: readonly { readonly data?: unknown }[]
}

/** Validates the records in an answer of `/{resource}` and what is right below; deletions are none. */
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
