/** The resources whose lists can be changed, deleted, exported and imported in bulk. */
export interface Resource {
  readonly path: 'matters' | 'clients' | 'time-entries'
  /** `matter`, `1 matter` */
  readonly one: string
  readonly many: string
}

export const matters = { path: 'matters', one: 'matter', many: 'matters' } as const satisfies Resource
export const clients = { path: 'clients', one: 'client', many: 'clients' } as const satisfies Resource
export const timeEntries = { path: 'time-entries', one: 'time entry', many: 'time entries' } as const satisfies Resource

export const counted = (count: number, { one, many }: Pick<Resource, 'one' | 'many'>) =>
  `${count} ${count === 1 ? one : many}`
