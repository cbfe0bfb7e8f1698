import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../../api/session.ts'
import { addressIn, environment } from '../../environment.ts'
import { creations, navigation } from '../navigation.ts'
import { useCurrentShortcuts } from '../../keyboard/shortcuts.ts'
import { signOut } from '../sign-out.ts'
import { setTheme } from '../../theme.ts'

export interface PaletteItem {
  /** Distinguishes records with the same name. */
  readonly id?: string
  /** Shown, and searched. */
  readonly label: string
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
      .flatMap(({ entries }) => entries)
      .filter(({ permission }) => can(permission))
      .map(({ label, to, keys }) => ({
        label,
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
    { label: 'Theme: as the system', group: 'Actions', run: () => setTheme('system') },
    { label: 'API reference', group: 'Actions', run: () => location.assign('/docs') },
    { label: 'Sign out', group: 'Actions', run: signOut },
  ]
}

/** Every word must begin a word of the label; labels that begin with the words come first. */
export function fitting(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  const rankOf = ({ label }: PaletteItem) => {
    const own = label.toLowerCase()
    if (!words.every((word) => own.split(/\W+/).some((part) => part.startsWith(word)))) return undefined
    return own.startsWith(words.join(' ')) ? 0 : 1
  }
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ item }) => item)
}
