import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { isReachable, probe } from '../api/connection.ts'
import { refreshOutOfDate, useOutOfDate } from '../api/out-of-date.ts'
import { refresh } from '../api/queries.ts'
import { useSession } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { Button } from '../components/buttons/button.tsx'
import { classNames } from '../components/class-names.ts'
import { formatDateTime } from '../components/values/formats.ts'
import { isTest } from '../environment.ts'

/** Warnings above every page. */
export function Banners() {
  const { is_encrypted, is_exposed, role } = useSession()
  const canFixIt = role === 'owner' || role === 'developer'
  const isUp = useStore(isReachable)
  const since = useOutOfDate()
  const refreshedText = since === undefined ? '' : `Last refreshed ${formatDateTime(new Date(since).toISOString())}.`
  return (
    <>
      {isTest && <Banner className="bg-test-soft text-test">TEST workspace · nothing here is live</Banner>}
      {!is_encrypted && (
        <Banner className="bg-bad text-on-bad" role="alert">
          This connection is not encrypted. Others on the network can read your passwords and data. Serve Matterbase
          over HTTPS.
        </Banner>
      )}
      {is_encrypted && is_exposed && canFixIt && (
        <Banner className="bg-bad text-on-bad" role="alert">
          Other machines can reach this server, but PUBLIC_URL does not use HTTPS. Put an HTTPS proxy in front of the
          server and set PUBLIC_URL to the proxy’s address, or unset HOST, PUBLIC_URL and TRUST_PROXY.
        </Banner>
      )}
      {!isUp && (
        <RetryBanner retry={reload} everyMs={3_000}>
          The server cannot be reached. Your changes are still here. {refreshedText}
        </RetryBanner>
      )}
      {isUp && refreshedText && (
        <RetryBanner retry={refreshOutOfDate} everyMs={10_000}>
          This page could not be refreshed. {refreshedText}
        </RetryBanner>
      )}
    </>
  )
}

interface RetryBannerProps {
  readonly retry: () => Promise<unknown>
  readonly everyMs: number
  readonly children: ReactNode
}

/** A warning about the server, which retries until the server responds. */
function RetryBanner({ retry, everyMs, children }: RetryBannerProps) {
  useEffect(() => {
    const every = setInterval(() => void retry(), everyMs)
    return () => clearInterval(every)
  }, [retry, everyMs])
  return (
    <Banner className="bg-bad-soft text-bad" role="alert">
      <span>{children}</span>
      <Button size="sm" icon={<RefreshCw className="size-3" />} onClick={() => void retry()}>
        Try again
      </Button>
    </Banner>
  )
}

/** Reloads the screen when the server responds again. */
async function reload() {
  if (await probe()) await refresh()
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
