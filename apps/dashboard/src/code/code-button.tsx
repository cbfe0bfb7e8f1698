import { CodeXml } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../components/buttons/icon-button.tsx'
import { lazyPart, WhenOpen } from '../components/overlays/when-open.tsx'
import { useShortcuts } from '../keyboard/shortcuts.ts'

const CodeDialog = lazyPart(() => import('./code-dialog.tsx'), 'CodeDialog')

/** Opens the API calls of this screen as code. */
export function CodeButton() {
  const [open, setOpen] = useState(false)
  useShortcuts([{ keys: '<', scope: 'Anywhere', label: 'This screen as code', run: () => setOpen(true) }])
  return (
    <>
      <IconButton label="This screen as code" icon={<CodeXml className="size-4" />} onClick={() => setOpen(true)} />
      <WhenOpen open={open}>
        <CodeDialog open={open} onClose={() => setOpen(false)} />
      </WhenOpen>
    </>
  )
}
