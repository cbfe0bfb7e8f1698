import { definitionsFor, readFields } from '../../core/custom-fields/look-up.ts'
import type { SentFields } from '../../core/custom-fields/sent-fields.ts'
import { mergedMaps } from '../../core/records/map-values.ts'
import type { MapValue } from '../../core/records/record.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { invalidFields } from '../../core/verbs/refused.ts'

interface LeadFields {
  /** The custom fields of the lead after the request, null without any. */
  readonly after: MapValue | null
  /** Sent keys without a definition. */
  readonly unknown: readonly string[]
}

/**
 * Reads the custom fields of a lead in a request.
 *
 * @param path of the lead in the request, such as `leadData.`, for errors.
 * @throws RefusedError validation_failed.
 */
export async function readLeadFields(
  { sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>,
  sent: Omit<SentFields, 'workspaceId'>,
  path = '',
): Promise<LeadFields> {
  const requested = [{ ...sent, workspaceId }]
  const definitions = await definitionsFor(sql, 'leads', requested)
  const [read] = await readFields(sql, definitions, requested)
  const { changes, problems = [], unknown = [] } = read ?? {}
  if (problems.length > 0) throw invalidFields(problems.map((one) => ({ ...one, field: `${path}${one.field}` })))
  const { custom_fields: after = null } = mergedMaps(
    ['custom_fields'],
    { custom_fields: sent.before ?? null },
    changes === undefined ? {} : { custom_fields: changes },
  )
  return { after: after as MapValue | null, unknown: unknown.map((key) => `${path}custom_fields.${key}`) }
}
