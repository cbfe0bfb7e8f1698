import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/queries.ts'
import { buttonStyle } from '../../components/buttons/button-style.ts'
import { Loaded } from '../../components/page/loaded.tsx'
import { Drawer } from '../../components/overlays/drawer.tsx'
import { clientName } from '../picker/picker-choices.ts'
import { ClientFields, ClientStatus } from './client-fields.tsx'

/** A client next to the list. */
export function ClientDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const one = useCall('GET /clients/{id}', { params: { id } }, { keep: false })
  return (
    <Drawer
      open
      onClose={onClose}
      title={one.data ? clientName(one.data.data) : 'Client'}
      actions={
        <Link to="/clients/$id" params={{ id }} className={buttonStyle('secondary', 'sm')}>
          Open
        </Link>
      }
    >
      <Loaded query={one} what="client">
        {({ data }) => (
          <div className="flex flex-col items-start gap-4">
            <ClientStatus client={data} />
            <ClientFields client={data} />
          </div>
        )}
      </Loaded>
    </Drawer>
  )
}
