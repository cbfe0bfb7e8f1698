import { Link } from '@tanstack/react-router'
import { useCall } from '../api/queries.ts'
import { buttonStyle } from '../components/buttons/button-style.ts'
import { Drawer } from '../components/overlays/drawer.tsx'
import { ErrorPanel } from '../components/page/error-panel.tsx'
import { NotFound } from '../components/page/not-found.tsx'
import { Skeleton } from '../components/page/skeleton.tsx'
import { MatterFields } from './matter-fields.tsx'

/** A look at a matter beside the list. */
export function MatterDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const one = useCall('GET /matters/{id}', { params: { id } }, { keep: false })
  return (
    <Drawer
      open
      onClose={onClose}
      title={one.data?.data.title ?? 'Matter'}
      actions={
        <Link to="/matters/$id" params={{ id }} className={buttonStyle('secondary', 'sm')}>
          Open
        </Link>
      }
    >
      {one.error?.status === 404 ? (
        <NotFound what="matter" />
      ) : one.error ? (
        <ErrorPanel error={one.error} onRetry={() => void one.refetch()} />
      ) : one.data ? (
        <MatterFields matter={one.data.data} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Drawer>
  )
}
