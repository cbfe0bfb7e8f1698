import { leaf } from './xml.ts'

/** A day of the calendar, `2026-11-22` → `20261122`. */
export const ciiDay = (space: 'udt' | 'qdt', day: string) =>
  leaf(`${space}:DateTimeString`, day.replaceAll('-', ''), 'format="102"')
