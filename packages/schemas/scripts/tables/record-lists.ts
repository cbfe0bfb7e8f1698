import { contract } from '../../src/contract.ts'
import type { Resource } from '../../src/operations/operation.ts'
import { tags } from '../../src/tags.ts'
import { listed } from '../listed.ts'
import { array, object, resolve } from '../schema-changes.ts'
import type { Json } from '../schema-changes.ts'
import { table } from './table.ts'

interface RecordList {
  /** `time entries` */
  readonly label: string
  readonly resource: Resource
  /** The descriptions of the parameters of the list by their names. */
  readonly parameters: ReadonlyMap<unknown, string>
  readonly record: Json
}

/** The resources that have a list and single records. */
function recordLists(document: Json): RecordList[] {
  return Object.entries<Resource>(contract).flatMap(([name, resource]) => {
    if (!resource.list || !resource.get) return []
    const { get } = object(object(document['paths'])[resource.list.path])
    const parameters = array(object(get)['parameters']).map((parameter) => resolve(parameter, document))
    const one = resource.get.operationId.replace(/^get/, '')
    return {
      label: tags[name as keyof typeof tags].name.toLowerCase(),
      resource,
      parameters: new Map(parameters.map(({ name: parameter, description }) => [parameter, String(description)])),
      record: object(object(object(document['components'])['schemas'])[one]),
    }
  })
}

/** The records that `expand` adds to each kind of record. */
export function expandTable(document: Json): string {
  const rows = recordLists(document).flatMap(({ label, parameters }) =>
    [...(parameters.get('expand') ?? '').matchAll(/`(\w+)` for `(\w+)`/g)].map(([, name = '', field = '']) => ({
      label,
      cells: [`\`${name}\``, `\`${field}\``],
    })),
  )
  const groups = Map.groupBy(rows, ({ cells }) => cells.join(' '))
  return table(
    ['`expand`', 'Adds the record of', 'In'],
    [...groups.values()].map((same) => [...(same[0]?.cells ?? []), same.map(({ label }) => label).join(', ')]),
  )
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The records that contain their version. */
export function etagList(document: Json): string {
  const labels = recordLists(document).flatMap(({ label, record }) =>
    'etag' in object(record['properties']) ? [label] : [],
  )
  return `${sentenceCase(listed(labels))} contain their \`etag\`.`
}

/** The records that can be exported. */
export function exportList(document: Json): string {
  const labels = recordLists(document).flatMap(({ label, resource }) => (resource.export ? [label] : []))
  return `You can export ${listed(labels)}. All other records cannot be exported.`
}

const remarks: Readonly<Record<string, string>> = {
  invoices: 'only for drafts. `id` is the `invoice_id`, and `external_id` is null.',
  payments: 'for a reversed payment. `external_id` is null. It is kept forever.',
  documents: '`id` and the time only, also for a document that was deleted automatically',
  'credit notes': 'never, because credit notes cannot be deleted',
}

/** The records whose lists contain deleted ones. */
export function tombstoneTable(document: Json): string {
  const rows = recordLists(document)
    .filter(({ parameters }) => parameters.has('updated_since'))
    .map(({ label, parameters }) => ({
      label,
      tombstone: remarks[label] ?? (parameters.has('include_deleted') ? 'yes' : 'never'),
    }))
  const groups = Map.groupBy(rows, ({ tombstone }) => tombstone)
  return table(
    ['Record', 'Tombstone'],
    [...groups].map(([tombstone, same]) => [same.map(({ label }) => label).join(', '), tombstone]),
  )
}
