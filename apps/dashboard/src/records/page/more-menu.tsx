import { Ellipsis, Trash2 } from 'lucide-react'
import { IconButton } from '../../components/buttons/icon-button.tsx'
import { Menu } from '../../components/overlays/menu.tsx'

/** What is seldom done to a record. */
export function MoreMenu({ onDelete }: { readonly onDelete: () => void }) {
  return (
    <Menu
      trigger={<IconButton label="More" icon={<Ellipsis className="size-4" />} />}
      items={[{ label: 'Delete…', icon: <Trash2 className="size-3.5" />, tone: 'danger', onSelect: onDelete }]}
    />
  )
}
