import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { useCan } from '../../api/session.ts'
import { openApiReference, openDocumentation } from '../../components/page/help-pages.ts'
import { addressIn, environment } from '../../environment.ts'
import { useCurrentShortcuts } from '../../keyboard/shortcuts.ts'
import { kindNames, pageOf } from '../../records/kinds.ts'
import { setTheme } from '../../theme.ts'
import { creations, navigation } from '../navigation.ts'
import { signOut } from '../sign-out.ts'

export interface PaletteItem {
  /** Distinguishes records with the same name. */
  readonly id?: string
  /** Shown, and searched. */
  readonly label: string
  /** The group of a page in the sidebar, which is searched too. */
  readonly part?: string
  readonly group: 'Records' | 'Go to' | 'Create' | 'Actions'
  readonly hint?: string
  readonly keys?: string
  readonly run: () => void
}

/** Everything that this role can do from any page. */
export function usePaletteItems(): readonly PaletteItem[] {
  const navigate = useNavigate()
  const can = useCan()
  const shortcuts = useCurrentShortcuts()
  const other = environment === 'live' ? 'test' : 'live'
  return [
    ...navigation
      .flatMap(({ label: part, entries }) => entries.map((entry) => ({ ...entry, part })))
      .filter(({ permission }) => can(permission))
      .map(({ label, part, to, keys }) => ({
        label,
        part,
        group: 'Go to' as const,
        ...(keys && { keys }),
        run: () => void navigate({ to }),
      })),
    ...creations
      .filter(({ permission }) => can(permission))
      .map(({ label, to }) => ({
        label,
        group: 'Create' as const,
        run: () => void navigate({ to, search: { new: '1' } }),
      })),
    ...shortcuts
      .filter(({ keys }) => !keys.startsWith('G ') && keys !== '⌘K')
      .map(({ label, keys, run }) => ({ label, keys, run, group: 'Actions' as const })),
    { label: `Switch to ${other}`, group: 'Actions', run: () => location.assign(addressIn(other, '/')) },
    { label: 'Theme: light', group: 'Actions', run: () => setTheme('light') },
    { label: 'Theme: dark', group: 'Actions', run: () => setTheme('dark') },
    { label: 'Theme: system', group: 'Actions', run: () => setTheme('system') },
    { label: 'Documentation', group: 'Actions', run: openDocumentation },
    { label: 'API reference', group: 'Actions', run: openApiReference },
    { label: 'Sign out', group: 'Actions', run: () => void signOut() },
  ]
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const beginsIn = (all: string) => (word: string) => all.split(/\W+/).some((each) => each.startsWith(word))

/** The items with words that begin with the search terms. Labels that begin with them are first. */
export function fitting(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  const rankOf = ({ label, part = '' }: PaletteItem) => {
    const own = plain(label)
    if (!words.every(beginsIn(`${own} ${plain(part)}`))) return undefined
    if (own.startsWith(words.join(' '))) return 0
    return words.some(beginsIn(own)) ? 1 : 2
  }
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ item }) => item)
}

/** Records that fit the words, best first, for ⌘K. */
export async function searchRecords(
  words: string,
  signal: AbortSignal,
  navigate: ReturnType<typeof useNavigate>,
): Promise<readonly PaletteItem[]> {
  const { data } = /^mb_(?:live|test)_/.test(words)
    ? await call('POST /search/key', { body: { key: words } }, { signal, isQuiet: true, attempt: undefined })
    : await call('GET /search', { query: { q: words } }, { signal, isQuiet: true })
  return data.map((found) => ({
    id: `${found.kind} ${found.id}`,
    label: found.title,
    group: 'Records' as const,
    hint: [kindNames[found.kind], found.subtitle].filter(Boolean).join(' · '),
    run: () => void navigate(pageOf[found.kind](found.id)),
  }))
}
