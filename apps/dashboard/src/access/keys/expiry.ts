/** How long a key can be valid, in hours; 0 is without end. */
export const lifetimes = [
  { value: '0', label: 'Never' },
  { value: '1', label: 'In an hour' },
  { value: '24', label: 'In a day' },
  { value: '168', label: 'In 7 days' },
  { value: '720', label: 'In 30 days' },
  { value: '2160', label: 'In 90 days' },
  { value: '8760', label: 'In a year' },
] as const

/** The moment that many hours from now; null for never. */
export const expiryOf = (hours: string): string | null =>
  hours === '0' ? null : new Date(Date.now() + Number(hours) * 3_600_000).toISOString()
