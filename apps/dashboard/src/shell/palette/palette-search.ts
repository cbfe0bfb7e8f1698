import type { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/contract.ts'
import type { PaletteItem } from './palette-items.ts'

type Found = Answer<'GET /search'>['data'][number]

/** Records that fit the words, best first, for ⌘K. */
export async function searchRecords(
  words: string,
  signal: AbortSignal,
  navigate: ReturnType<typeof useNavigate>,
): Promise<readonly PaletteItem[]> {
  const { data } = /^mb_(?:live|test)_/.test(words)
    ? await call('POST /search/key', { body: { key: words } }, { signal, isQuiet: true })
    : await call('GET /search', { query: { q: words } }, { signal, isQuiet: true })
  return data.map((found) => ({
    id: `${found.kind} ${found.id}`,
    label: found.title,
    group: 'Records' as const,
    hint: [kinds[found.kind], found.subtitle].filter(Boolean).join(' · '),
    run: () => void navigate(pages[found.kind](found.id)),
  }))
}

const kinds: Readonly<Record<Found['kind'], string>> = {
  matter: 'Matter',
  client: 'Client',
  time_entry: 'Time entry',
  invoice: 'Invoice',
  lead: 'Lead',
  document: 'Document',
  key: 'API key',
  request: 'Request',
  event: 'Event',
}

/** The page of a record. */
const pages = {
  matter: (id: string) => ({ to: '/matters/$id', params: { id } }) as const,
  client: (id: string) => ({ to: '/clients/$id', params: { id } }) as const,
  time_entry: (id: string) => ({ to: '/time', search: { entry: id } }) as const,
  invoice: (id: string) => ({ to: '/invoices/$id', params: { id } }) as const,
  lead: (id: string) => ({ to: '/leads/$id', params: { id } }) as const,
  document: (id: string) => ({ to: '/documents/$id', params: { id } }) as const,
  key: (id: string) => ({ to: '/dev/keys/$id', params: { id } }) as const,
  request: (id: string) => ({ to: '/dev/logs', search: { request: id } }) as const,
  event: (id: string) => ({ to: '/dev/events/$id', params: { id } }) as const,
} satisfies Record<Found['kind'], unknown>
