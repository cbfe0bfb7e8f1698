import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PartGone } from '../api/load-part.ts'
import { ErrorPanel } from '../components/page/error-panel.tsx'

/** In place of a page that failed to load or to render. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const isGone = error instanceof PartGone
  useEffect(() => {
    if (isGone) reloadForNewVersion()
  }, [isGone])
  return <ErrorPanel error={error} onRetry={isGone ? () => location.reload() : reset} />
}

const key = 'reloaded-at'
const pauseMs = 10_000

/**
 * After an upgrade of the server the files that this page would still load are gone: it is reloaded. At most once
 * in a while, so that a file that is really missing leads to an error and not to a loop.
 */
function reloadForNewVersion() {
  if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
