import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { Drawer } from '../../components/overlays/drawer.tsx'
import { matterName } from '../picker/picker-choices.ts'
import { MatterFields, MatterStatus } from './matter-fields.tsx'

/** A matter next to the list. */
export function MatterDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const one = useCall('GET /matters/{id}', { params: { id } }, { keep: false })
  return (
    <Drawer
      open
      onClose={onClose}
      title={one.data ? matterName(one.data.data) : 'Matter'}
      actions={
        <Link to="/matters/$id" params={{ id }} className={buttonStyle('secondary', 'sm')}>
          Open
        </Link>
      }
    >
      <Loaded query={one} what="matter">
        {({ data }) => (
          <div className="flex flex-col items-start gap-4">
            <MatterStatus matter={data} />
            <MatterFields matter={data} />
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}
