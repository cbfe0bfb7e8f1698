import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { isReachable, noteStatus } from '../api/connection.ts'
import { refresh } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { Button } from '../components/buttons/button.tsx'
import { classNames } from '../components/class-names.ts'
import { isTest } from '../environment.ts'

/** Warnings above every page. */
export function Banners() {
  const { is_encrypted, is_exposed, role } = useSession()
  const canMendIt = role === 'owner' || role === 'developer'
  const isUp = useStore(isReachable)
  return (
    <>
      {isTest && <Banner className="bg-test-soft text-test">TEST workspace · nothing here is live</Banner>}
      {!is_encrypted && (
        <Banner className="bg-bad text-on-bad" role="alert">
          This connection is not encrypted: passwords and data can be read on the way. Serve it over https.
        </Banner>
      )}
      {is_encrypted && is_exposed && canMendIt && (
        <Banner className="bg-bad text-on-bad" role="alert">
          This server is not encrypted and listens to the whole network. Put a proxy that speaks https in front of it
          and set PUBLIC_URL to its address, or set HOST to 127.0.0.1.
        </Banner>
      )}
      {!isUp && <Unreachable />}
    </>
  )
}

function Unreachable() {
  useEffect(() => {
    const every = setInterval(() => void probe(), 3_000)
    return () => clearInterval(every)
  }, [])
  return (
    <Banner className="bg-bad-soft text-bad" role="alert">
      The server cannot be reached. What you typed is still here.
      <Button size="sm" icon={<RefreshCw className="size-3" />} onClick={() => void probe()}>
        Try again
      </Button>
    </Banner>
  )
}

/** Once it answers, everything on the screen is loaded again. */
async function probe() {
  const status = await fetch('/readyz').then(
    (response) => response.status,
    () => 0,
  )
  noteStatus(status)
  if (isReachable.get()) await refresh()
}

interface BannerProps {
  readonly className: string
  readonly role?: 'alert'
  readonly children: ReactNode
}

function Banner({ className, role, children }: BannerProps) {
  return (
    <div
      role={role}
      className={classNames(
        'flex min-h-7 flex-wrap items-center justify-center gap-x-3 gap-y-1 px-3 py-1 text-center text-meta font-medium',
        className,
      )}
    >
      {children}
    </div>
  )
}
