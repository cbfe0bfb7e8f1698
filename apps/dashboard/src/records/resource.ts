import type { Permission } from '@matterbase/schemas'

/** The resources whose lists can be changed, deleted, exported and imported in bulk. */
export interface Resource {
  readonly path: 'matters' | 'clients' | 'time-entries'
  /** `matter`, `1 matter` */
  readonly one: string
  readonly many: string
  /** What a role needs to change them. */
  readonly write: Permission
}

export const matters = { path: 'matters', one: 'matter', many: 'matters', write: 'matters:write' } as const
export const clients = { path: 'clients', one: 'client', many: 'clients', write: 'clients:write' } as const
export const timeEntries = {
  path: 'time-entries',
  one: 'time entry',
  many: 'time entries',
  write: 'matters:write',
} as const

export const counted = (count: number, { one, many }: Pick<Resource, 'one' | 'many'>) =>
  `${count} ${count === 1 ? one : many}`
