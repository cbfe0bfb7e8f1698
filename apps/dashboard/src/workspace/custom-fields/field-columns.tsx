import type { CustomFieldDefinition } from '@matterbase/schemas'
import type { Column } from '../../components/table/columns.ts'
import { StatusBadge } from '../../components/values/status-badge.tsx'
import { typeNames } from './field-types.ts'

const marksOf = ({ is_required, enforce_in_api, is_filterable, is_default }: CustomFieldDefinition) => [
  ...(is_required ? [enforce_in_api ? 'Required, also in the API' : 'Required'] : []),
  ...(is_filterable ? ['Filter'] : []),
  ...(is_default ? [] : ['On demand']),
]

/** The columns of every list of fields. */
export const fieldColumns: readonly Column<CustomFieldDefinition>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ label }) => label,
    under: {
      until: 'md',
      say: (field) => [typeNames[field.type], ...marksOf(field), field.group_label].filter(Boolean).join(' · '),
    },
  },
  { id: 'key', header: 'Key', from: 'lg', cell: ({ key }) => <code className="font-mono text-meta">{key}</code> },
  { id: 'type', header: 'Type', from: 'md', cell: ({ type }) => typeNames[type] },
  { id: 'group', header: 'Group', from: 'md', cell: ({ group_label: group }) => group },
  {
    id: 'marks',
    header: 'Settings',
    from: 'md',
    cell: (field) => (
      <span className="flex gap-1">
        {marksOf(field).map((mark) => (
          <StatusBadge key={mark} status={mark} />
        ))}
      </span>
    ),
  },
]
