import { CodeXml } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../components/buttons/icon-button.tsx'
import { useShortcuts } from '../keyboard/shortcuts.ts'
import { lazyPart, WhenOpen } from '../components/overlays/when-open.tsx'

const CodeDialog = lazyPart(() => import('./code-dialog.tsx'), 'CodeDialog')

/** Shows what this screen asked of the API, as code. */
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
