import { useStore } from '../api/store.ts'
import { CheckboxField } from '../components/forms/checkbox.tsx'
import { Dialog } from '../components/overlays/dialog.tsx'
import { commandKey, Kbd } from '../components/values/kbd.tsx'
import { areSingleKeysOn, setSingleKeys, useCurrentShortcuts } from './shortcuts.ts'
import type { Shortcut } from './shortcuts.ts'

const nothing = () => {}

/** The shortcuts that every table has. */
const ofTables: readonly Shortcut[] = [
  { keys: '↑ ↓', scope: 'Lists', label: 'Move between rows', run: nothing },
  { keys: 'Enter', scope: 'Lists', label: 'Open the row', run: nothing },
  { keys: 'Space', scope: 'Lists', label: 'Preview the row', run: nothing },
  { keys: 'X', scope: 'Lists', label: 'Select the row (with Shift: a range)', run: nothing },
]

export function ShortcutSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const shortcuts = [...useCurrentShortcuts(), ...ofTables]
  const scopes = [...new Set(shortcuts.map(({ scope }) => scope))].sort(lastTheLongest)
  const isOn = useStore(areSingleKeysOn)
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className="columns-1 gap-8 md:columns-2">
        {scopes.map((scope) => (
          <section key={scope} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-meta text-muted">{scope}</h3>
            <dl className="text-table">
              {shortcuts
                .filter((shortcut) => shortcut.scope === scope)
                .map(({ keys, label }) => (
                  <div key={keys + label} className="flex items-center justify-between gap-4 border-b border-line py-1">
                    <dt>{label}</dt>
                    <dd>
                      <Kbd keys={keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <CheckboxField
        label="Single-key shortcuts"
        hint={`If you turn them off, only ${commandKey}K works.`}
        checked={isOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
    </Dialog>
  )
}

/** "Go to" is the longest and comes last. */
const lastTheLongest = (a: string, b: string) => Number(a === 'Go to') - Number(b === 'Go to')
