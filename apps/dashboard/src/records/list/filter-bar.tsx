import type { CustomFieldResource } from '@matterbase/schemas'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { Select } from '../../components/forms/select-field.tsx'
import type { SelectProps } from '../../components/forms/select-field.tsx'
import { lazyPart } from '../../components/overlays/when-open.tsx'
import { SearchBox, Toolbar } from '../../components/page/toolbar.tsx'
import { customFilters, filterParam } from '../custom-fields/filter-query.ts'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'
import { RecordPicker } from '../picker/record-picker.tsx'
import type { RecordPickerProps } from '../picker/record-picker.tsx'

interface Named<Name extends string> {
  /** The search parameter. */
  readonly name: Name
  readonly label: string
}

interface Choice<Name extends string> extends Named<Name> {
  readonly options: SelectProps['options']
  /** The label of the empty option. Default: `Any status` for the label "Status". */
  readonly any?: string
  /** Default `w-36`. */
  readonly width?: string
}

interface Picked<Name extends string> extends Named<Name> {
  readonly kind: RecordPickerProps['kind']
}

interface Custom<Name extends string> extends Named<Name> {
  /** The records whose custom fields are filters. */
  readonly fieldsOf: CustomFieldResource
}

/** A text search, a choice of `options`, a record of a `kind`, or custom fields. */
export type Filter<Name extends string = string> = Named<Name> | Choice<Name> | Picked<Name> | Custom<Name>

const CustomFilters = lazyPart(() => import('../custom-fields/custom-filters.tsx'), 'CustomFilters')

interface FilterBarProps {
  readonly filters: readonly Filter[]
  readonly search: Readonly<Record<string, string | undefined>>
  readonly setFilter: (change: Readonly<Record<string, string | undefined>>) => void
  /** Before the filters. */
  readonly children?: ReactNode
}

/** The filters above a list. */
export function FilterBar({ filters, search, setFilter, children }: FilterBarProps) {
  return (
    <Toolbar>
      {children}
      {filters.map((filter) => (
        <FilterControl
          key={filter.name}
          filter={filter}
          value={search[filter.name]}
          onChange={(value) => setFilter({ [filter.name]: value })}
        />
      ))}
    </Toolbar>
  )
}

interface FilterControlProps {
  readonly filter: Filter
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

function FilterControl({ filter, value, onChange }: FilterControlProps) {
  const { label } = filter
  const any = `Any ${label.toLowerCase()}`
  if ('options' in filter)
    return (
      <Select
        aria-label={label}
        className={filter.width ?? 'w-36'}
        empty={filter.any ?? any}
        options={filter.options}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  if ('fieldsOf' in filter) return <FieldFilters of={filter.fieldsOf} {...{ value, onChange }} />
  if ('kind' in filter)
    return (
      <span className="w-44">
        <RecordPicker
          kind={filter.kind}
          aria-label={label}
          placeholder={any}
          value={value ? Number(value) : null}
          onChange={(id) => onChange(id === null ? undefined : String(id))}
        />
      </span>
    )
  return <SearchBox label={label} value={value} onChange={onChange} />
}

interface FieldFiltersProps extends Omit<FilterControlProps, 'filter'> {
  readonly of: CustomFieldResource
}

/** Loads the filters only in a workspace that has any. */
function FieldFilters({ of, value, onChange }: FieldFiltersProps) {
  const fields = useCustomFields(of)
  const isOffered = fields?.some((field) => field.is_filterable && field.archived_at === null)
  if (!fields || (!isOffered && value === undefined)) return null
  return (
    <Suspense fallback={null}>
      <CustomFilters
        fields={fields}
        filters={customFilters(value) ?? {}}
        onChange={(filters) => onChange(filterParam(filters))}
      />
    </Suspense>
  )
}
