import type { CustomFieldResource, CustomFieldType } from '@matterbase/schemas'
import { choices } from 'virtual:operations'
import { isKeyOf } from '../../search-params/read-search.ts'

/** The names of the types, in the order in which they are offered. */
export const typeNames = {
  text: 'Short text',
  long_text: 'Long text',
  number: 'Number',
  money: 'Amount of money',
  date: 'Date',
  boolean: 'Yes or no',
  select: 'One option',
  multi_select: 'Several options',
  url: 'Web address',
  email: 'Email address',
  matter: 'Matter',
  user: 'Member',
} as const satisfies Readonly<Record<CustomFieldType, string>>

export const typeChoices = Object.entries(typeNames).map(([value, label]) => ({ value, label }))

/** The records that can have custom fields. */
export const resourceNames = {
  matters: { label: 'Matters', one: 'matter', many: 'matters' },
  clients: { label: 'Clients', one: 'client', many: 'clients' },
  leads: { label: 'Leads', one: 'lead', many: 'leads' },
} as const satisfies Readonly<Record<CustomFieldResource, object>>

export const resources = Object.keys(resourceNames).filter(isKeyOf(resourceNames))

export const hasOptions = (type: CustomFieldType) => type === 'select' || type === 'multi_select'

const filterable = new Set<CustomFieldType>(choices.customFieldFilterable)

/** True if a list can filter values of the type. */
export const canFilter = (type: CustomFieldType) => filterable.has(type)
