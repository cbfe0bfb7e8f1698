import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/buttons/button.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { creations } from '../navigation.ts'
import { useShortcuts } from '../../keyboard/shortcuts.ts'

export function CreateMenu() {
  const can = useCan()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const items = creations
    .filter(({ permission }) => can(permission))
    .map(({ label, to }) => ({ label, onSelect: () => void navigate({ to, search: { new: '1' } }) }))
  useShortcuts(items.length > 0 ? [{ keys: 'C', scope: 'Anywhere', label: 'Create…', run: () => setOpen(true) }] : [])
  if (items.length === 0) return null
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button aria-label="Create" title="Create (C)" icon={<Plus className="size-3.5" />} className="max-sm:px-2">
          <span className="max-sm:hidden">Create</span>
        </Button>
      }
      items={items}
    />
  )
}
