import { identifier, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { tableOf } from '@matterbase/schemas'
import { haveFields } from '../../custom-fields/filter.ts'
import { mapFields } from '../map-values.ts'
import type { RecordContract } from '../record-contract.ts'
import { emailSpellings } from './email-spellings.ts'
import { isPairs, pairFilters } from './pairs.ts'
import { isAnyUuid, isOneOf } from './record-list.ts'
import type { Filter, RecordListOptions, RecordQuery, Wanted } from './record-list.ts'

type Filters = RecordListOptions['filters']

/** Computes the filters of a contract for a query. Custom fields are read from their definitions. */
export function recordFilters(contract: RecordContract) {
  const { path, fields } = contract
  const definedFor = fields['custom_fields']?.definedFor
  const pairs = mapFields(fields).filter((field) => fields[field]?.definedFor === undefined)
  const columns = ['external_id', ...contract.filters].filter((column) => fields[column]?.kind !== 'map')
  const ordinary: Filters = {
    ids: identifier('id'),
    ...Object.fromEntries(columns.map((column) => [column, filterOf(column, contract)])),
  }
  return async (sql: Sql, workspaceId: number, { custom_fields: custom }: RecordQuery): Promise<Filters> => {
    const filters = { ...ordinary, ...pairFilters(workspaceId, tableOf(path), pairs) }
    if (definedFor === undefined || custom === undefined || !isPairs(custom)) return filters
    const of = { workspaceId, resource: definedFor }
    const condition = await haveFields(sql, of, custom, { id: 'id', type: 'bigint' })
    return { ...filters, custom_fields: () => condition }
  }
}

const filterOf = (name: string, { fields, derived }: RecordContract): Filter =>
  name === 'external_id'
    ? isAnyExternalId
    : derived[name]?.kind === 'uuid'
      ? (wanted) => isAnyUuid(identifier(name), wanted)
      : fields[name]?.isCaseless
        ? (wanted) =>
            isOneOf(Prisma.sql`lower(${identifier(name)})`, [wanted].flat().map(String).flatMap(emailSpellings))
        : identifier(name)

const externalId = identifier('external_id')

/** `none` finds records without an external_id. */
const isAnyExternalId = (wanted: Wanted) =>
  [wanted].flat().includes('none')
    ? Prisma.sql`(${externalId} IS NULL OR ${isOneOf(externalId, wanted)})`
    : isOneOf(externalId, wanted)
