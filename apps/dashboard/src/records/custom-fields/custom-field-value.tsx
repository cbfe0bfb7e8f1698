import type { CustomFieldDefinition } from '@matterbase/schemas'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../api/session.ts'
import { DateOnly } from '../../components/values/moments.tsx'
import { valueText } from './value-text.ts'
import type { ValueNames } from './value-text.ts'

interface CustomFieldValueProps {
  readonly field: CustomFieldDefinition
  readonly value: unknown
  readonly names: ValueNames
}

/** A value of a custom field, with a link to an address or a matter. */
export function CustomFieldValue({ field, value, names }: CustomFieldValueProps) {
  const mayOpen = useCan()('matters:read')
  const text = valueText(field, value, names)
  if (field.type === 'date' && typeof value === 'string') return <DateOnly value={value} />
  if (field.type === 'matter' && mayOpen)
    return (
      <Link to="/matters/$id" params={{ id: String(value) }} className="link">
        {text}
      </Link>
    )
  // A link must not run a script.
  if (field.type === 'url' && /^https?:/i.test(text))
    return (
      <a href={text} target="_blank" rel="noopener noreferrer" className="link">
        {text}
      </a>
    )
  if (field.type === 'email')
    return (
      <a href={`mailto:${text}`} className="link">
        {text}
      </a>
    )
  return <span className="whitespace-pre-wrap">{text}</span>
}
