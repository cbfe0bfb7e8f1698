import type { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { kindNames, pageOf } from '../../records/kinds.ts'
import type { PaletteItem } from './palette-items.ts'

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
    hint: [kindNames[found.kind], found.subtitle].filter(Boolean).join(' · '),
    run: () => void navigate(pageOf[found.kind](found.id)),
  }))
}
