import type { Allowed } from './allowed.ts'

/** Functions that PostgreSQL evaluates during a write. `file` can be a folder. */
export const workedOut: readonly (Allowed & { readonly names: readonly string[] })[] = [
  {
    file: 'apps/worker/src/deliveries/sweeps.ts',
    names: ['extract', 'now'],
    why: 'The duration of an attempt that its worker did not end, and the due time of a replay by the clock of the relay',
  },
  {
    file: 'apps/worker/src/deliveries/transitions.ts',
    names: ['clock_timestamp', 'date_trunc', 'extract', 'gen_random_uuid', 'now'],
    why: 'A lease for each of many rows, by the clock that all workers share',
  },
  {
    file: 'apps/worker/src/send/finish.ts',
    names: ['clock_timestamp', 'date_trunc', 'extract', 'gen_random_uuid', 'now'],
    why: 'The same, for the next delivery of an endpoint',
  },
  {
    file: 'packages/domain/src/core/records/table',
    names: ['', 'convert_from', 'convert_to', 'to_char', 'timezone', 'to_json'],
    why: 'Written and answered in one statement, of which there are most',
  },
]

export const mayChange = (file: string, name: string) =>
  workedOut.some((each) => (file === each.file || file.startsWith(`${each.file}/`)) && each.names.includes(name))
