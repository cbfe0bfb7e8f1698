import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PartGone } from '../api/load-part.ts'
import { ErrorPanel } from '../components/page/error-panel.tsx'

/** Replaces a page that failed to load or to render. */
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
 * Reloads a page of an old version, whose files an upgrade removed from the server. It reloads at most every 10 seconds,
 * so that a missing file ends in an error instead of a loop.
 */
function reloadForNewVersion() {
  if (Date.now() - Number(sessionStorage.getItem(key)) < pauseMs) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
