import { Drawer } from '../../components/overlays/drawer.tsx'
import { Facts } from '../../components/values/facts.tsx'
import { JsonView } from '../../components/values/json-view.tsx'
import { DateTime } from '../../components/values/moments.tsx'
import type { Entry } from './entry.ts'

interface EntryDrawerProps {
  readonly entry: Entry | undefined
  readonly onClose: () => void
}

export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  return (
    <Drawer open={entry !== undefined} onClose={onClose} title={entry?.action}>
      {entry && (
        <div className="flex flex-col gap-4">
          <Facts
            facts={[
              { label: 'When', value: <DateTime value={entry.at} /> },
              { label: 'Who', value: entry.actor },
              { label: 'What', value: entry.target },
              { label: 'Workspace', value: entry.environment },
              { label: 'IP address', value: entry.ip },
              { label: 'Browser', value: entry.user_agent },
            ]}
          />
          <JsonView value={entry.details} label="Details" />
        </div>
      )}
    </Drawer>
  )
}
