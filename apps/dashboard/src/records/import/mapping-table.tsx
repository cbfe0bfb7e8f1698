import { Select } from '../../components/forms/select-field.tsx'
import type { Resource } from '../resource.ts'
import type { CsvFile } from './csv-file.ts'
import { importFields } from './mapping.ts'
import type { Mapping } from './mapping.ts'

interface MappingTableProps {
  readonly file: CsvFile
  readonly resource: Resource
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

/** Chooses the field of each column. Each field belongs to one column. */
export function MappingTable({ file, resource, mapping, onChange }: MappingTableProps) {
  const fields = Object.keys(importFields(resource, file))
  const choose = (column: number, field: string) =>
    onChange(mapping.map((own, index) => (index === column ? field : own === field ? '' : own)))
  return (
    <div tabIndex={0} role="region" aria-label="Columns" className="overflow-x-auto rounded-md border border-line">
      <table aria-label="Columns of the file" className="w-full border-collapse text-table max-sm:table-fixed">
        <thead className="border-b border-line bg-subtle text-meta text-muted">
          <tr>
            <th scope="col" className="h-8 px-3 text-left font-medium">
              Column
            </th>
            <th scope="col" className="px-3 text-left font-medium max-sm:hidden">
              First row
            </th>
            <th scope="col" className="px-3 text-left font-medium">
              Import as
            </th>
          </tr>
        </thead>
        <tbody>
          {file.header.map((name, column) => (
            <tr key={column} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-3 py-1 text-left font-medium wrap-anywhere">
                {name || `Column ${column + 1}`}
                <span className="block truncate font-normal text-muted sm:hidden">{file.rows[0]?.cells[column]}</span>
              </th>
              <td className="max-w-64 truncate px-3 text-muted max-sm:hidden">{file.rows[0]?.cells[column]}</td>
              <td className="px-3 py-1">
                <Select
                  aria-label={`Field of ${name || `column ${column + 1}`}`}
                  className="w-52 max-sm:w-full"
                  empty="Leave out"
                  options={fields.map((field) => ({ value: field, label: field.replace('.', ' ') }))}
                  value={mapping[column] ?? ''}
                  onChange={(event) => choose(column, event.target.value)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
