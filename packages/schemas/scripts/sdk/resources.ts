import { contract } from '../../src/contract.ts'
import type { Operation, Resource } from '../../src/operations/operation.ts'
import { tags } from '../../src/tags.ts'
import { nounOf, pluralName } from './names.ts'

/** A resource whose methods are the same as those of others. */
export interface SdkResource {
  /** Its name on the client: `timeEntries`. */
  readonly name: keyof typeof contract
  /** `time-entries` */
  readonly path: string
  /** The type of a record: `TimeEntry`. */
  readonly one: string
  /** The type of its methods: `TimeEntries`. */
  readonly many: string
  /** `time entry` */
  readonly noun: string
  /** Its description in the documentation. */
  readonly about: string
  /** True for a resource that is read-only in the API. */
  readonly isReadOnly: boolean
  /** True if `export` and `sync` can copy the records. */
  readonly isCopied: boolean
  /** True if a list can contain deleted records. */
  readonly hasDeletions: boolean
  readonly create: Operation | undefined
  /** True for a resource whose records have files. */
  readonly hasFiles: boolean
}

/** Resources with methods of their own, which packages/sdk/src/resources has by hand. */
export const ownMethods = ['leads', 'webhooks'] as const

/** Resources with one method, which the client has by hand: the file of their type, and the type. */
export const singleResources = { me: 'KeyIdentity', firm: 'Firm', 'tax-rates': 'TaxRate', journal: 'Journal' } as const

/** The kind of the methods of a resource. */
export const methodsOf = ({ isReadOnly, isCopied }: Pick<SdkResource, 'isReadOnly' | 'isCopied'>) =>
  isCopied ? (isReadOnly ? 'reads' : 'crud') : 'lookups'

/** All other resources: they can be written as clients can, read as invoices can, or looked up as users can. */
export const sdkResources: readonly SdkResource[] = Object.entries<Resource>(contract).flatMap(([name, resource]) => {
  const { get, list, export: exported, create, file } = resource
  if (!get || !list || ownMethods.some((own) => own === name)) return []
  const one = get.operationId.replace(/^get/, '')
  return {
    name: name as keyof typeof contract,
    path: list.path.slice(1),
    one,
    many: pluralName(one),
    noun: nounOf(one),
    about: tags[name as keyof typeof contract].description,
    isReadOnly: create === undefined,
    isCopied: exported !== undefined,
    hasDeletions: list.query !== undefined && 'include_deleted' in list.query.shape,
    create,
    hasFiles: file !== undefined,
  }
})
